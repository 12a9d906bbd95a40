/** The least that can answer 503 and has read what was asked: one Hono route. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { announce } from './announce.js';

const app = new Hono();
app.post('/mcp', async (c) => {
  await c.req.json();
  return c.body(null, 503);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  announce(`http://127.0.0.1:${String(port)}`);
});
