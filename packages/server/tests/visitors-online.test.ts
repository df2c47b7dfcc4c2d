import { once } from "node:events";
import type { Channel, Chat, Message } from "@parlour/protocol";
import type { Visit, VisitorOnline } from "@parlour/protocol/api";
import { startTestParlour, type TestOperator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

let parlour: TestParlour;
let widget: Channel;
let ivan: TestOperator;
let nora: TestOperator;
beforeAll(async () => {
  parlour = await startTestParlour();
  [ivan, nora] = await Promise.all([parlour.operator("operator", "Ivan"), parlour.operator("operator", "Nora")]);
  const made = await parlour.owner.call("POST", "channels", { kind: "widget", name: "Shop", operators: [parlour.owner.id, ivan.id] });
  expect(made.status, made.text).toBe(201);
  widget = made.body as Channel;
});
afterAll(() => parlour.close());

type Frame = { readonly type: string } & Readonly<Record<string, any>>;
/** A visitor's window, without the window. */
class Window {
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly #waits: (() => void)[] = [];
  token: string | null = null;
  number = 0;

  constructor() {
    this.#socket = new WebSocket(`${parlour.url.replace("http", "ws")}/widget/socket`);
    this.#socket.on("message", (data: Buffer) => {
      this.#frames.push(JSON.parse(data.toString("utf8")) as Frame);
      for (const wake of this.#waits.splice(0)) wake();
    });
  }
  async greet(page: Partial<Frame>, token: string | null = null): Promise<Frame> {
    await once(this.#socket, "open");
    this.say({
      type: "hello",
      widget_id: widget.public_id,
      token,
      user_token: null,
      after: null,
      page: { url: "", title: "", referrer: "", first: page["url"] ?? "", visits: 1, pages: 1, ...page },
      language: "de-AT",
      origin: "https://shop.example",
    });
    const welcome = await this.next("welcome");
    this.token = (welcome["token"] as string | null) ?? token;
    this.number = welcome["number"] as number;
    return welcome;
  }
  say(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }
  /** The next frame of this type; what comes before is dropped. */
  async next(type: string): Promise<Frame> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame === undefined) await new Promise<void>((wake) => void this.#waits.push(wake));
      else if (frame.type === type) return frame;
    }
  }
  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, "close");
  }
}
async function open(page: Partial<Frame>, token: string | null = null): Promise<Window> {
  const window = new Window();
  await window.greet(page, token);
  return window;
}
async function online(operator: TestOperator = parlour.owner): Promise<readonly VisitorOnline[]> {
  const answer = await operator.call("GET", "visitors/online");
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { items: VisitorOnline[] }).items;
}
const rowOf = async (window: Window, operator?: TestOperator): Promise<VisitorOnline | undefined> =>
  (await online(operator)).find((one) => one.number === window.number);
const pagesOf = (row: { readonly trail: Visit["trail"] } | undefined) => row?.trail.map((page) => page.title);
async function visitsOf(window: Window): Promise<readonly Visit[]> {
  const answer = await parlour.owner.call("GET", `visitors/${window.number}/visits`);
  return (answer.body as { items: Visit[] }).items;
}
/** What is written of visits goes out behind the answer. */
const written = (window: Window, pages: number) => expect.poll(async () => (await visitsOf(window))[0]?.pages).toBe(pages);

test("[API-030] who opens a page is online with page, source and visits; moves are followed; a pause of half an hour begins another visit", async () => {
  const window = await open({
    url: "https://shop.example/tea?utm_source=news",
    title: "Tea",
    referrer: "https://search.example/",
  });
  await parlour.clock.advance(60_000);
  window.say({ type: "page", url: "https://shop.example/basket", title: "Basket" });
  await expect.poll(async () => pagesOf(await rowOf(window))).toEqual(["Basket", "Tea"]);
  expect(await rowOf(window)).toMatchObject({
    state: "browsing",
    visits: 1,
    pages: 2,
    chat: null,
    blocked: false,
    referrer: "https://search.example/",
    channel: { id: widget.id, name: "Shop" },
    session: { utm: { source: "news" }, language: "de-AT" },
    invitation: null,
  });
  // Another tab, and addresses that are nobody's business.
  const tab = await open({ url: "file:///home/me/secret.html", title: "Secret" }, window.token);
  expect(tab.number).toBe(window.number);
  expect([(await rowOf(window))?.visits, pagesOf(await rowOf(window))]).toEqual([1, ["Basket", "Tea"]]);
  await Promise.all([window.close(), tab.close()]);
  // The server hears of their end by itself, and then counts his five seconds.
  await parlour.settle();
  await parlour.clock.advance(5_000);
  await expect.poll(() => rowOf(window)).toBeUndefined();
  await written(window, 2);
  const [visit] = await visitsOf(window);
  expect(visit).toMatchObject({ first_url: "https://shop.example/tea?utm_source=news", referrer: "https://search.example/", pages: 2 });
  expect((visit?.last_at ?? "") > (visit?.started_at ?? "")).toBe(true);

  await parlour.clock.advance(29 * 60_000);
  const soon = await open({ url: "https://shop.example/basket", title: "Basket" }, window.token);
  await expect.poll(async () => (await rowOf(soon))?.since).toBe(visit?.started_at);
  expect([(await rowOf(soon))?.visits, pagesOf(await rowOf(soon))]).toEqual([1, ["Basket", "Tea"]]);
  await soon.close();
  await parlour.clock.advance(5_000);
  await written(window, 2);
  await parlour.clock.advance(31 * 60_000);
  const late = await open({ url: "https://shop.example/", title: "Home" }, window.token);
  await expect.poll(async () => (await rowOf(late))?.visits).toBe(2);
  expect(pagesOf(await rowOf(late))).toEqual(["Home"]);
  await expect.poll(async () => (await visitsOf(late)).length).toBe(2);
  await late.close();
});

test("[API-030] [CORE-001] operators see those of their channels, developers no texts, viewers invite nobody", async () => {
  const window = await open({ url: "https://shop.example/", title: "Home" });
  expect(await rowOf(window, ivan)).toBeDefined();
  expect(await rowOf(window, nora)).toBeUndefined();
  expect((await nora.call("GET", `visitors/${window.number}/visits`)).status).toBe(404);
  expect((await nora.call("POST", `visitors/${window.number}/invite`, { text: "Hello" })).status).toBe(404);
  const viewer = await parlour.operator("viewer");
  expect((await viewer.call("POST", `visitors/${window.number}/invite`, { text: "Hello" })).status).toBe(403);
  expect((await ivan.call("POST", `visitors/${window.number}/invite`, { text: "A secret offer" })).status).toBe(200);
  const developer = await parlour.operator("developer");
  expect((await rowOf(window, developer))?.invitation).toMatchObject({ text: "•••", by: "operator", operator: { name: "Ivan" } });
  window.say({ type: "say", ref: "m1", text: "Which offer?" });
  await window.next("done");
  const chat = (await rowOf(window))?.chat?.id ?? 0;
  const linesOf = async (who: TestOperator) =>
    ((await who.call("GET", `chats/${chat}/messages`)).body as { items: Message[] }).items.flatMap((one) =>
      one.line?.code === "invitation" ? [[one.line.by?.name, one.line.detail, one.text.includes("secret")]] : [],
    );
  expect(await linesOf(ivan)).toEqual([["Ivan", "A secret offer", true]]);
  expect(await linesOf(developer)).toEqual([["Ivan", "•••", false]]);
  await window.close();
});

test("[WG-060] [API-005] an invitation reaches the open windows and those that open, once per key and as often as the widget allows; who has left gets none", async () => {
  const window = await open({ url: "https://shop.example/", title: "Home" });
  const path = `visitors/${window.number}/invite`;
  for (const [body, field] of [
    [{ text: "  " }, "text"],
    [{ text: "x".repeat(501) }, "text"],
    [{ text: "Hello", department_id: 999_999 }, "department_id"],
  ] as const) {
    const refused = await ivan.call("POST", path, body);
    expect([refused.status, (refused.body as { error: { field: string } }).error.field], refused.text).toEqual([400, field]);
  }
  const sent = await ivan.call("POST", path, { text: "  Choosing a glaze? " }, { "idempotency-key": "invite-1" });
  expect([sent.status, (sent.body as VisitorOnline).state], sent.text).toEqual([200, "invited"]);
  expect((await window.next("invitation"))["invitation"]).toMatchObject({
    text: "Choosing a glaze?",
    department_id: null,
    agent: { name: "Ivan" },
  });
  const again = await ivan.call("POST", path, { text: "  Choosing a glaze? " }, { "idempotency-key": "invite-1" });
  expect([again.status, again.body]).toEqual([200, sent.body]);
  const tab = new Window();
  expect((await tab.greet({ url: "https://shop.example/b", title: "B" }, window.token))["invitation"]).toMatchObject({
    text: "Choosing a glaze?",
  });
  const more = await ivan.call("POST", path, { text: "Really?" });
  expect([more.status, (more.body as { error: { code: string } }).error.code]).toEqual([409, "at_limit"]);
  await Promise.all([window.close(), tab.close()]);
  const gone = await ivan.call("POST", path, { text: "Come back" });
  expect([gone.status, (gone.body as { error: { code: string } }).error.code]).toEqual([409, "not_available"]);
});

test("[API-030] [WG-060] what became of an invitation is shown; taken back it is gone from all windows, and counts only when a page has shown it", async () => {
  const window = await open({ url: "https://shop.example/", title: "Home" });
  const tab = await open({ url: "https://shop.example/b", title: "B" }, window.token);
  const path = `visitors/${window.number}/invite`;
  const codeOf = ({ body }: { readonly body: unknown }) => (body as { error: { code: string } }).error.code;
  expect(codeOf(await ivan.call("POST", `${path}/withdraw`))).toBe("not_open");
  const invite = async (text: string) => {
    const sent = await ivan.call("POST", path, { text });
    expect(sent.status, sent.text).toBe(200);
    return (await window.next("invitation"))["invitation"] as { readonly at: number };
  };
  const first = await invite("Choosing a glase?");
  expect((await rowOf(window))?.invitation).toMatchObject({ state: "sent", operator: { name: "Ivan" } });
  // A colleague may; nobody who does not see the visitor, or only looks on.
  expect((await nora.call("POST", `${path}/withdraw`)).status).toBe(404);
  expect((await (await parlour.operator("viewer")).call("POST", `${path}/withdraw`)).status).toBe(403);
  const taken = await parlour.owner.call("POST", `${path}/withdraw`, undefined, { "idempotency-key": "withdraw-1" });
  expect([taken.status, (taken.body as VisitorOnline).state, (taken.body as VisitorOnline).invitation]).toEqual([200, "browsing", null]);
  await Promise.all([window.next("withdrawn"), tab.next("withdrawn")]);
  expect(await parlour.owner.call("POST", `${path}/withdraw`, undefined, { "idempotency-key": "withdraw-1" })).toMatchObject({
    status: 200,
    body: taken.body,
  });
  expect(codeOf(await parlour.owner.call("POST", `${path}/withdraw`))).toBe("not_open");
  // No page had shown it, so he may be invited once more, with a time of its own.
  expect((await invite("Choosing a glaze?")).at).toBeGreaterThan(first.at);
  for (const [who, said, state] of [
    [window, "shown", "shown"],
    [tab, "opened", "opened"],
    [window, "shown", "opened"],
  ] as const) {
    who.say({ type: "invitation", state: said });
    await expect.poll(async () => (await rowOf(window))?.invitation?.state).toBe(state);
  }
  tab.say({ type: "invitation", state: "declined" });
  await expect.poll(async () => (await rowOf(window))?.state).toBe("browsing");
  expect((await rowOf(window))?.invitation).toMatchObject({ text: "Choosing a glaze?", state: "declined" });
  expect((await ivan.call("POST", `${path}/withdraw`)).status).toBe(200);
  expect(codeOf(await ivan.call("POST", path, { text: "Really?" }))).toBe("at_limit");
  // A rule's is not an operator's to take back.
  window.say({ type: "invited", text: "By a rule", department_id: null, by: "rule" });
  await expect.poll(async () => (await rowOf(window))?.invitation).toMatchObject({ by: "rule", state: "shown", operator: null });
  expect(codeOf(await ivan.call("POST", `${path}/withdraw`))).toBe("not_open");
  await Promise.all([window.close(), tab.close()]);
  await parlour.settle();
  await parlour.clock.advance(6_000);
  await expect.poll(async () => codeOf(await ivan.call("POST", `${path}/withdraw`))).toBe("not_available");
});

test("[API-030] [CORE-070] who writes is chatting and is not invited; a visitor without a chat is blocked by his number", async () => {
  const window = await open({ url: "https://shop.example/", title: "Home" });
  window.say({ type: "say", ref: "m1", text: "Hello" });
  await window.next("done");
  await expect.poll(async () => (await rowOf(window))?.state).toBe("chatting");
  const running = await ivan.call("POST", `visitors/${window.number}/invite`, { text: "Hello" });
  expect([running.status, (running.body as { error: { code: string } }).error.code]).toEqual([409, "already_running"]);
  expect((await ivan.call("POST", `visitors/${window.number}/block`, {})).status).toBe(409);
  for (const [language, found] of [
    ["de", true],
    ["d", 400],
    ["en", false],
  ] as const) {
    const list = await parlour.owner.call("GET", `chats?view=waiting&language=${language}`);
    const isThere = (): boolean => (list.body as { items: Chat[] }).items.some(({ visitor }) => visitor.number === window.number);
    expect(list.status === 200 ? isThere() : list.status, language).toBe(found);
  }
  const other = await open({ url: "https://shop.example/", title: "Home" });
  const blocked = await ivan.call("POST", `visitors/${other.number}/block`, { reason: "spam" });
  expect([blocked.status, (blocked.body as VisitorOnline).blocked], blocked.text).toEqual([200, true]);
  expect((await rowOf(other))?.blocked).toBe(true);
  const refused = await ivan.call("POST", `visitors/${other.number}/invite`, { text: "Hello" });
  expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([409, "visitor_blocked"]);
  await Promise.all([window.close(), other.close()]);
});
