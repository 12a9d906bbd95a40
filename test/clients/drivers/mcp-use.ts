/** mcp-use, without its telemetry. */
import { type ClientDriver, FORM_ANSWER } from '../../support/client-driver.js';

export const mcpUse: ClientDriver = {
  package: 'mcp-use',
  async open(url, asked) {
    // Read when the package is loaded.
    process.env['MCP_USE_ANONYMIZED_TELEMETRY'] = 'false';
    const { MCPClient } = await import('mcp-use/client');
    const client = new MCPClient(
      { mcpServers: { kitchen: { url } } },
      {
        onElicitation: async ({ message }) => {
          asked(message);
          return { action: 'accept', content: FORM_ANSWER };
        },
      },
    );
    const session = await client.createSession('kitchen');
    return {
      list: async () => (await session.listTools()).map(({ name }) => name),
      call: (name, args) => session.callTool(name, args),
      read: (uri) => session.readResource(uri),
      prompt: (name) => session.getPrompt(name, {}),
      close: () => client.closeAllSessions(),
    };
  },
};
