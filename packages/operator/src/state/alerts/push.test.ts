import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Simulates a browser with push: its storage, its subscriptions, and the requests of the page. */
function browser(more: { permission?: string; refuses?: boolean } = {}) {
  const stored = new Map<string, string>();
  const requests: { method: string; path: string; body: any }[] = [];
  let subscription: { endpoint: string; toJSON(): object; unsubscribe(): Promise<boolean> } | null =
    null;
  let devices: object[] = [];
  const registration = {
    active: {},
    addEventListener: () => undefined,
    update: () => Promise.resolve(),
    pushManager: {
      getSubscription: () => Promise.resolve(subscription),
      subscribe(options: { applicationServerKey: string; userVisibleOnly: boolean }) {
        if (more.refuses === true) return Promise.reject(new Error("no push here"));
        expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: "BKey" });
        subscription ??= {
          endpoint: "https://push.example/1",
          toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "P", auth: "A" } }),
          unsubscribe() {
            subscription = null;
            return Promise.resolve(true);
          },
        };
        return Promise.resolve(subscription);
      },
    },
  };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    addEventListener: () => undefined,
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  vi.stubEnv("PROD", true);
  vi.stubGlobal("navigator", {
    serviceWorker,
    userAgent: "Chrome/140 Linux",
    maxTouchPoints: 0,
    language: "en",
    languages: ["en"],
  });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    permission: more.permission ?? "granted",
    requestPermission: () => Promise.resolve("denied"),
  });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  stored.set("parlour.me", JSON.stringify({ id: 7 }));
  vi.stubGlobal("fetch", (path: string, init: { method: string; body?: string }) => {
    const body = init.body === undefined ? undefined : (JSON.parse(init.body) as object);
    requests.push({ method: init.method, path: path.replace("/api/v1", ""), body });
    const answer = path.endsWith("/push/key")
      ? { public_key: "BKey" }
      : init.method === "POST"
        ? { id: 1, here: true, ...body }
        : { items: devices };
    if (init.method === "POST") devices = [{ ...answer, id: 1, here: true }];
    return Promise.resolve(
      new Response(JSON.stringify(answer), { status: init.method === "POST" ? 201 : 200 }),
    );
  });
  return {
    stored,
    asked: requests,
    posts: () =>
      requests
        .filter((request) => request.method === "POST")
        .map((request) => request.body as object),
  };
}
beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test("[API-110] a browser subscribes under the server's key and says what its person chose", async () => {
  vi.useFakeTimers();
  const { posts } = browser();
  const { subscribePush } = await import("./push.ts");
  expect(await subscribePush()).toMatchObject({ id: 1 });
  expect(posts()).toEqual([
    {
      endpoint: "https://push.example/1",
      keys: { p256dh: "P", auth: "A" },
      name: "Chrome · Linux",
      language: "en",
      show_text: false,
      quiet: null,
    },
  ]);
});

test("[API-110] a start of the page asks, and changes nothing that is known; after signing out only its own person is subscribed again", async () => {
  vi.useFakeTimers();
  const { posts, stored } = browser();
  const {
    subscribePush,
    renewPush: keepPush,
    unsubscribePush: forgetPush,
    isPushSubscribed: isSubscribed,
  } = await import("./push.ts");
  await subscribePush();
  await keepPush();
  expect(posts()).toHaveLength(1);
  await forgetPush();
  expect(await isSubscribed()).toBe(false);
  stored.set("parlour.me", JSON.stringify({ id: 8 }));
  await keepPush();
  expect(posts()).toHaveLength(1);
  stored.set("parlour.me", JSON.stringify({ id: 7 }));
  await keepPush();
  expect(posts()).toHaveLength(2);
  expect(await isSubscribed()).toBe(true);
});

test("[API-110] without the right, or where the browser gives no address, nothing is told to the server", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  for (const more of [{ permission: "denied" }, { permission: "default" }, { refuses: true }]) {
    vi.resetModules();
    const { posts } = browser(more);
    const { subscribePush } = await import("./push.ts");
    expect(await subscribePush()).toBeNull();
    expect(posts()).toEqual([]);
  }
});
