// forms: v1, v2
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Task {
  id: string;
  title: string;
}

class TasksError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The task service answered ${status}; list the projects to get a valid project id.`);
    this.status = status;
  }
}

async function listTasks(projectId: string): Promise<Task[]> {
  const res = await fetch(`https://tasks.example.com/projects/${encodeURIComponent(projectId)}/tasks`);
  if (!res.ok) throw new TasksError(res.status);
  return (await res.json()) as Task[];
}

export const server = new McpServer({ name: 'tasks', version: '1.0.0' });

server.registerTool(
  'list_tasks',
  {
    description: 'Lists the tasks of a project.',
    inputSchema: { projectId: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ projectId }) => {
    const tasks = await listTasks(projectId);
    return { content: [{ type: 'text', text: JSON.stringify({ tasks }) }] };
  },
);
