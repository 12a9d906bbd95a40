/** LangChain's adapters: tools are invoked as an agent does. They offer no way to answer a form. */
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import type { ClientDriver } from '../../support/client-driver.js';

export const langchain: ClientDriver = {
  package: '@langchain/mcp-adapters',
  async open(url) {
    const adapters = new MultiServerMCPClient({
      mcpServers: { kitchen: { transport: 'http', url } },
    });
    await adapters.initializeConnections();
    return {
      list: async () => (await adapters.getTools()).map(({ name }) => name),
      async call(name, args) {
        const tool = (await adapters.getTools()).find((one) => one.name === name);
        if (tool === undefined) throw new Error(`There is no tool ${name}.`);
        return tool.invoke(args);
      },
      read: (uri) => adapters.readResource('kitchen', uri),
      prompt: async (name) => (await adapters.getClient('kitchen'))?.getPrompt({ name }),
      close: () => adapters.close(),
    };
  },
};
