/** The catalogue's prompts: one without and one with arguments and completion. */
import { completable } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { PromptEntry } from '../plan.js';
import { dishesLike } from './dishes.js';
import { definePrompt } from './entry.js';

const checkConnection = definePrompt({
  name: 'check_connection',
  title: 'Check the connection',
  description: 'Has the model find out whether client and server understand each other.',
  argsSchema: z.object({}),
  get: () => ({
    description: 'A first look at the connection.',
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: 'Call the tool "connection" and tell me in two sentences whether anything is wrong.',
        },
      },
    ],
  }),
});

const planMeal = definePrompt({
  name: 'plan_meal',
  title: 'Plan a meal',
  description: 'Has the model plan a meal around one dish.',
  argsSchema: z.object({
    dish: completable(z.string().min(1).describe('The main dish, say "soup".'), dishesLike),
    guests: z.string().optional().describe('For how many people; two if left out.'),
  }),
  get: ({ dish, guests = 'two' }) => ({
    description: `A meal around ${dish}.`,
    messages: [
      {
        role: 'user',
        content: { type: 'text', text: `Plan a meal for ${guests} people around ${dish}.` },
      },
    ],
  }),
});

export const PROMPTS: readonly PromptEntry[] = [checkConnection, planMeal];
