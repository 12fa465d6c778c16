const LOOPBACK =
  /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\]|host\.docker\.internal|gateway\.docker\.internal|host\.containers\.internal)$/iu;

/** True for a name of the machine itself: nobody listens in on the way, and nobody else gets there. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The host of an address, with or without a scheme, a user, a port and a path. */
export function hostOf(address: string): string {
  const [authority = ""] = address.replace(/^[a-z][a-z0-9+.-]*:\/\//iu, "").split(/[/?#]/u, 1);
  return authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/u, "");
}
