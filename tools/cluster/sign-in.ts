import { setTimeout as pause } from "node:timers/promises";

const attempts = 20;
const retryDelayMs = 500;

/**
 * Signs an operator in at a node or the balancer, with up to 20 attempts. Returns the headers of
 * the session. `origin`: the public address of the installation.
 */
export async function signIn({
  email,
  password,
  url,
  origin,
}: {
  readonly email: string;
  readonly password: string;
  readonly url: string;
  readonly origin: string;
}): Promise<Readonly<Record<string, string>>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`${url}/api/v1/sessions`, {
        method: "POST",
        body: JSON.stringify({ email, password }),
        headers: { "content-type": "application/json", origin },
        signal: AbortSignal.timeout(10_000),
      });
      const cookie = response.headers.get("set-cookie")?.split(";")[0];
      await response.arrayBuffer();
      if (response.status === 200 && cookie !== undefined) return { cookie, origin };
      throw new Error(`sign-in of ${email}: ${response.status}`);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
    await pause(retryDelayMs);
  }
}
