import type { ApiResponse, TestParlour } from "@parlour/testkit";

export const password = "correct horse battery staple";

/** A browser that stores its cookies and sends its origin. */
export interface TestBrowser {
  /** The session cookie as `name=value`. */
  readonly cookie: () => string;
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>;
}
export function createBrowser(
  parlour: TestParlour,
  userAgent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
): TestBrowser {
  const jar = new Map<string, string>();
  const cookieHeader = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookie: () => `parlour=${jar.get("parlour") ?? ""}`,
    async call(method, path, body) {
      const answer = await parlour.call(method, path, body, {
        origin: parlour.url,
        cookie: cookieHeader(),
        "user-agent": userAgent,
      });
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
export async function openSignedInBrowser(
  parlour: TestParlour,
  email: string,
  extraFields: object = {},
): Promise<TestBrowser> {
  const browser = createBrowser(parlour);
  const answer = await browser.call("POST", "sessions", { email, password, ...extraFields });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return browser;
}
