/** The client of the AI SDK: tools are run as a model would have them run. */
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { type ClientDriver, FORM_ANSWER } from '../../support/client-driver.js';

export const aiSdk: ClientDriver = {
  package: '@ai-sdk/mcp',
  async open(url, asked) {
    const client = await createMCPClient({
      transport: { type: 'http', url },
      capabilities: { elicitation: {} },
    });
    client.onElicitationRequest(ElicitationRequestSchema, ({ params }) => {
      asked(params.message);
      return { action: 'accept', content: FORM_ANSWER };
    });
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name, args) {
        const tool = (await client.tools())[name];
        if (tool === undefined) throw new Error(`There is no tool ${name}.`);
        return tool.execute(args, { toolCallId: '1', messages: [] });
      },
      read: (uri) => client.readResource({ uri }),
      prompt: (name) => client.experimental_getPrompt({ name }),
      close: () => client.close(),
    };
  },
};
