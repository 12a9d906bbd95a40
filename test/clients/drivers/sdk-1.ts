/** The official SDK of the 2025 era, which most clients in use are built on. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ClientDriver, FORM_ANSWER } from '../../support/client-driver.js';

export const sdk1: ClientDriver = {
  package: '@modelcontextprotocol/sdk',
  async open(url, asked) {
    const client = new Client(
      { name: 'sdk-1', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked(params.message);
      return { action: 'accept', content: FORM_ANSWER };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return {
      list: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, args) => client.callTool({ name, arguments: args }),
      read: (uri) => client.readResource({ uri }),
      prompt: (name) => client.getPrompt({ name }),
      close: () => client.close(),
    };
  },
};
