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

/** Signs in and consents at the provider. Returns the query of the redirect URL. */
export async function signInAtProvider(
  url: string,
  user: string,
  redirectPath = "/signin/oidc",
): Promise<string> {
  const jar = new Map<string, string>();
  let [at, form]: [string, string | null] = [url, null];
  for (let step = 0; step < 12; step++) {
    const response: Response = await fetch(at, {
      method: form === null ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === null ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === null ? {} : { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const to = response.headers.get("location");
    form = null;
    if (to !== null) {
      at = new URL(to, at).href;
      if (new URL(at).pathname === redirectPath) return new URL(at).search;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined)
      throw new Error(`the provider shows ${response.status}: ${page.slice(0, 300)}`);
    at = new URL(action, at).href;
    form = new URLSearchParams(
      prompt === "login" ? { prompt, login: user, password: "x" } : { prompt },
    ).toString();
  }
  throw new Error("the provider never sent the browser back");
}
