// forms: as-is
import type { OAuthTokenVerifier } from '@modelcontextprotocol/sdk/server/auth/provider.js';
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';

interface Introspection {
  active: boolean;
  client_id: string;
  scope: string;
}

async function introspect(token: string): Promise<Introspection | null> {
  try {
    const res = await fetch('https://login.example.com/introspect', { method: 'POST', body: new URLSearchParams({ token }) });
    return res.ok ? ((await res.json()) as Introspection) : null;
  } catch {
    return null;
  }
}

export const verifier: OAuthTokenVerifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const found = await introspect(token);
    if (!found?.active) throw new InvalidTokenError('The token is not active');
    return { token, clientId: found.client_id, scopes: found.scope.split(' ') };
  },
};
