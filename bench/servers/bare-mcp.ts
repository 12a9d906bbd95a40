/** The healthy server as its author would write it without the kitchen: the same catalogue, Hono and the SDK alone. */
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { systemClock } from '../../src/clock.js';
import { SERVER_INFO } from '../../src/server-info.js';
import { createCatalogue } from '../../src/upstream/catalogue/catalogue.js';
import type { CallContext, ServerPlan } from '../../src/upstream/plan.js';
import { announce } from './announce.js';

const plan = createCatalogue(systemClock)();
/** The entries that are called under load ask nothing of it. */
const context = {} as CallContext;

function buildServer({ tools, prompts, resources }: ServerPlan): McpServer {
  const server = new McpServer(SERVER_INFO);
  for (const { name, title, description, inputSchema, handle, ...rest } of tools.values()) {
    const { annotations, outputSchema } = rest;
    server.registerTool(
      name,
      {
        title,
        description,
        ...(inputSchema && { inputSchema }),
        ...(outputSchema && { outputSchema }),
        ...(annotations && { annotations }),
      },
      async (args: unknown) => await handle(args as Record<string, unknown>, context),
    );
  }
  for (const { name, title, description, argsSchema, get } of prompts.values()) {
    server.registerPrompt(
      name,
      { title, description, ...(argsSchema && { argsSchema }) },
      async (args: unknown) => await get(args as Record<string, unknown>, context),
    );
  }
  for (const { name, uri, template, read, title, description, mimeType } of resources.values()) {
    const config = { title, description, mimeType };
    if (template) {
      const pattern = new ResourceTemplate(uri, { list: undefined });
      server.registerResource(name, pattern, config, async (url, variables) =>
        read(url, variables, context),
      );
    } else {
      server.registerResource(name, uri, config, async (url) => read(url, {}, context));
    }
  }
  return server;
}

const handler = createMcpHandler(() => buildServer(plan));
const app = new Hono();
app.all('/mcp', (c) => handler.fetch(c.req.raw));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  announce(`http://127.0.0.1:${String(port)}`);
});
