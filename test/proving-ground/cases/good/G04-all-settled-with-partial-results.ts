import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Profile {
  user: string;
  email: string;
}

class ProfilesError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The profile service answered ${status}; check the user name.`);
    this.status = status;
  }
}

async function getProfile(user: string): Promise<Profile> {
  const res = await fetch(`https://profiles.example.com/users/${encodeURIComponent(user)}`);
  if (!res.ok) throw new ProfilesError(res.status);
  return (await res.json()) as Profile;
}

export const server = new McpServer({ name: 'profiles', version: '1.0.0' });

server.registerTool(
  'get_profiles',
  {
    description: 'Reads the profiles of several users.',
    inputSchema: { users: z.array(z.string()).min(1) },
    annotations: { readOnlyHint: true },
  },
  async ({ users }) => {
    const settled = await Promise.allSettled(users.map((user) => getProfile(user)));
    const profiles = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const missing = users.filter((_user, index) => settled[index]?.status === 'rejected');
    if (missing.length > 0) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'transient',
        isRetryable: true,
        retryAfterSeconds: 10,
        errorCode: 'PROFILES_INCOMPLETE',
        description: `No profile could be read for ${missing.join(', ')}. Ask again for these alone.`,
        partialResults: profiles,
        attemptedActions: users.map((user) => `read the profile of ${user}`),
      }) }] };
    }
    return { content: [{ type: 'text', text: JSON.stringify({ profiles }) }] };
  },
);
