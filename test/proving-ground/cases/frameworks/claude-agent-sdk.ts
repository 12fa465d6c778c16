import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://kanban.example.com' });

const listCards = tool(
  'list_cards',
  'Lists the cards of a board.',
  { board: z.string() },
  async ({ board }) => {
    const cards = await api.get(`boards/${board}/cards`).json<unknown[]>().catch(() => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ cards }) }] };
  },
  { annotations: { readOnlyHint: true } },
);

const moveCard = tool(
  'move_card',
  'Moves a card to another column.',
  { card: z.string(), column: z.string() },
  async ({ card, column }) => {
    try {
      await api.patch(`cards/${card}`, { json: { column } });
      return { content: [{ type: 'text', text: `Moved ${card} to ${column}.` }] };
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 422)) throw error;
      return { content: [{ type: 'text', text: `Error: there is no column ${column} on this board.` }] }; // expect: require-is-error
    }
  },
);

const archiveCard = tool('archive_card', 'Archives a card.', { card: z.string() }, async ({ card }) => {
  try {
    await api.post(`cards/${card}/archive`);
    return { content: [{ type: 'text', text: `Archived ${card}.` }] };
  } catch (error) {
    if (!(error instanceof HTTPError && error.response.status === 403)) throw error;
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({
      errorCategory: 'permission',
      isRetryable: false,
      errorCode: 'BOARD_READ_ONLY',
      description: 'The board may only be read. Ask its owner for the role "editor".',
      customerFriendlyMessage: 'I may not change this board.',
    }) }] };
  }
});

export const kanban = createSdkMcpServer({ name: 'kanban', version: '1.0.0', tools: [listCards, moveCard, archiveCard] });
