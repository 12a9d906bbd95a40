/** Tools that answer at once: one for each kind of content, one that fails, and those that notify on the way. */
import type { ToolEntry } from 'mcp-fault-kitchen';
import { PNG, WAV } from './media.js';

const IMAGE = { type: 'image', data: PNG, mimeType: 'image/png' } as const;

export const CONTENT_TOOLS: readonly ToolEntry[] = [
  {
    name: 'test_simple_text',
    title: 'Simple text',
    description: 'Returns one text block.',
    handle: () => ({
      content: [{ type: 'text', text: 'This is a simple text response for testing.' }],
    }),
  },
  {
    name: 'test_image_content',
    title: 'Image',
    description: 'Returns one image of a single pixel.',
    handle: () => ({ content: [IMAGE] }),
  },
  {
    name: 'test_audio_content',
    title: 'Audio',
    description: 'Returns a moment of silence.',
    handle: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  },
  {
    name: 'test_embedded_resource',
    title: 'Embedded resource',
    description: 'Returns a resource inside the result.',
    handle: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  {
    name: 'test_multiple_content_types',
    title: 'Mixed content',
    description: 'Returns text, an image and a resource in one result.',
    handle: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        IMAGE,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  {
    name: 'test_error_handling',
    title: 'Error',
    description: 'Always fails.',
    handle: () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  {
    name: 'test_tool_with_progress',
    title: 'Progress',
    description: 'Reports 0, 50 and 100 of 100 to a caller that asked for progress.',
    handle: async (_args, { sdk }) => {
      const progressToken = sdk.mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 };
        await sdk.mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { content: [{ type: 'text', text: 'Progress was reported where it was asked for.' }] };
    },
  },
  {
    name: 'test_logging_tool',
    title: 'Log message',
    description: 'Logs one message, which only a caller with a log level gets to see.',
    handle: async (_args, { sdk }) => {
      await sdk.mcpReq.log('info', 'Tool was called');
      return { content: [{ type: 'text', text: 'One message was logged.' }] };
    },
  },
  {
    name: 'test_tool_with_logging',
    title: 'Log messages',
    description: 'Logs three messages while it runs.',
    handle: async (_args, { sdk }) => {
      for (const what of ['execution started', 'processing data', 'execution completed']) {
        await sdk.mcpReq.log('info', `Tool ${what}`);
      }
      return { content: [{ type: 'text', text: 'Three messages were logged.' }] };
    },
  },
  {
    name: 'test_reconnection',
    title: 'Reconnection',
    description: 'Closes its stream before it answers, in a revision in which that can be resumed.',
    handle: (_args, { sdk }) => {
      sdk.http?.closeSSE?.();
      return { content: [{ type: 'text', text: 'This came on the stream that was resumed.' }] };
    },
  },
  {
    name: 'test_trigger_tool_change',
    title: 'Change the tools',
    description: 'Tells listeners that the list of tools changed.',
    handle: (_args, context) => {
      context.notify('tools');
      return { content: [{ type: 'text', text: 'Listeners were told about the tools.' }] };
    },
  },
  {
    name: 'test_trigger_prompt_change',
    title: 'Change the prompts',
    description: 'Tells listeners that the list of prompts changed.',
    handle: (_args, context) => {
      context.notify('prompts');
      return { content: [{ type: 'text', text: 'Listeners were told about the prompts.' }] };
    },
  },
];
