import type { ApiResponse, TestParlour } from "@parlour/testkit";

export const password = "correct horse battery staple";

/** A browser that stores its cookies and sends its origin. */
export interface Browser {
  /** The session cookie as `name=value`. */
  readonly cookie: () => string;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}
export function browserOf(parlour: TestParlour, agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0"): Browser {
  const jar = new Map<string, string>();
  const text = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookie: () => `parlour=${jar.get("parlour") ?? ""}`,
    async call(method, path, body) {
      const answer = await parlour.call(method, path, body, { origin: parlour.url, cookie: text(), "user-agent": agent });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
  };
}
/** Returns a browser in which the operator is signed in with a password. */
export async function signedIn(parlour: TestParlour, email: string, more: object = {}): Promise<Browser> {
  const page = browserOf(parlour);
  const answer = await page.call("POST", "sessions", { email, password, ...more });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return page;
}
