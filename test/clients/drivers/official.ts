/** The official client, 2.x. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ClientDriver, FORM_ANSWER } from '../../support/client-driver.js';

export function official(mode: 'legacy' | 'auto'): ClientDriver {
  return {
    package: '@modelcontextprotocol/client',
    mode,
    async open(url, asked) {
      const client = new Client(
        { name: 'official', version: '1.0.0' },
        { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
      );
      client.setRequestHandler('elicitation/create', ({ params }) => {
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
}
