import { once } from "node:events";
import type { Channel, Chat, Message } from "@parlour/protocol";
import type { Visit, VisitorOnline } from "@parlour/protocol/api";
import type { WidgetPresence } from "@parlour/protocol/widget";
import { startTestParlour, type TestOperator, type TestParlour } from "@parlour/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

let parlour: TestParlour;
let widget: Channel;
let ivan: TestOperator;
let nora: TestOperator;
beforeAll(async () => {
  parlour = await startTestParlour();
  [ivan, nora] = await Promise.all([
    parlour.operator("operator", "Ivan"),
    parlour.operator("operator", "Nora"),
  ]);
  const made = await parlour.owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [parlour.owner.id, ivan.id],
  });
  expect(made.status, made.text).toBe(201);
  widget = made.body as Channel;
});
afterAll(() => parlour.close());

type Frame = { readonly type: string } & Readonly<Record<string, any>>;
/** A visitor's socket without a chat window. */
class VisitorSocket {
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
    this.send({
      type: "hello",
      widget_id: widget.public_id,
      token,
      user_token: null,
      after: null,
      page: {
        url: "",
        title: "",
        referrer: "",
        first: page["url"] ?? "",
        visits: 1,
        pages: 1,
        ...page,
      },
      language: "de-AT",
      origin: "https://shop.example",
    });
    const welcome = await this.next("welcome");
    this.token = (welcome["token"] as string | null) ?? token;
    this.number = welcome["number"] as number;
    return welcome;
  }
  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }
  /** Returns the next frame of this type. Drops earlier frames. */
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
async function openVisitor(
  page: Partial<Frame>,
  token: string | null = null,
): Promise<VisitorSocket> {
  const window = new VisitorSocket();
  await window.greet(page, token);
  return window;
}
async function listOnlineVisitors(
  operator: TestOperator = parlour.owner,
): Promise<readonly VisitorOnline[]> {
  const answer = await operator.call("GET", "visitors/online");
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { items: VisitorOnline[] }).items;
}
const findRow = async (
  window: VisitorSocket,
  operator?: TestOperator,
): Promise<VisitorOnline | undefined> =>
  (await listOnlineVisitors(operator)).find((one) => one.number === window.number);
const getPageTitles = (row: { readonly trail: Visit["trail"] } | undefined) =>
  row?.trail.map((page) => page.title);
async function readVisits(window: VisitorSocket): Promise<readonly Visit[]> {
  const answer = await parlour.owner.call("GET", `visitors/${window.number}/visits`);
  return (answer.body as { items: Visit[] }).items;
}
/** Waits until the visit has this number of pages. Visits are written after the response. */
const waitForPages = (window: VisitorSocket, pages: number) =>
  expect.poll(async () => (await readVisits(window))[0]?.pages).toBe(pages);

test("[API-030] [API-265] [API-266] who opens a page is online with page, source and visits; moves are followed; a pause of half an hour begins another visit", async () => {
  const window = await openVisitor({
    url: "https://shop.example/tea?utm_source=news",
    title: "Tea",
    referrer: "https://search.example/",
  });
  await parlour.clock.advance(60_000);
  window.send({ type: "page", url: "https://shop.example/basket", title: "Basket" });
  await expect.poll(async () => getPageTitles(await findRow(window))).toEqual(["Basket", "Tea"]);
  expect(await findRow(window)).toMatchObject({
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
  // Another tab. Local file addresses are not recorded.
  const tab = await openVisitor(
    { url: "file:///home/me/secret.html", title: "Secret" },
    window.token,
  );
  expect(tab.number).toBe(window.number);
  expect([(await findRow(window))?.visits, getPageTitles(await findRow(window))]).toEqual([
    1,
    ["Basket", "Tea"],
  ]);
  await Promise.all([window.close(), tab.close()]);
  // The server detects the closed sockets and then waits five seconds.
  await parlour.settle();
  await parlour.clock.advance(5_000);
  await expect.poll(() => findRow(window)).toBeUndefined();
  await waitForPages(window, 2);
  const [visit] = await readVisits(window);
  expect(visit).toMatchObject({
    first_url: "https://shop.example/tea?utm_source=news",
    referrer: "https://search.example/",
    pages: 2,
  });
  expect((visit?.last_at ?? "") > (visit?.started_at ?? "")).toBe(true);

  await parlour.clock.advance(29 * 60_000);
  const soon = await openVisitor(
    { url: "https://shop.example/basket", title: "Basket" },
    window.token,
  );
  await expect.poll(async () => (await findRow(soon))?.since).toBe(visit?.started_at);
  expect([(await findRow(soon))?.visits, getPageTitles(await findRow(soon))]).toEqual([
    1,
    ["Basket", "Tea"],
  ]);
  await soon.close();
  await parlour.clock.advance(5_000);
  await waitForPages(window, 2);
  await parlour.clock.advance(31 * 60_000);
  const lateVisitor = await openVisitor(
    { url: "https://shop.example/", title: "Home" },
    window.token,
  );
  await expect.poll(async () => (await findRow(lateVisitor))?.visits).toBe(2);
  expect(getPageTitles(await findRow(lateVisitor))).toEqual(["Home"]);
  await expect.poll(async () => (await readVisits(lateVisitor)).length).toBe(2);
  await lateVisitor.close();
});

test("[API-030] [CORE-001] [API-265] operators see those of their channels, developers no texts, viewers invite nobody", async () => {
  const window = await openVisitor({ url: "https://shop.example/", title: "Home" });
  expect(await findRow(window, ivan)).toBeDefined();
  expect(await findRow(window, nora)).toBeUndefined();
  expect((await nora.call("GET", `visitors/${window.number}/visits`)).status).toBe(404);
  expect(
    (await nora.call("POST", `visitors/${window.number}/invite`, { text: "Hello" })).status,
  ).toBe(404);
  const viewer = await parlour.operator("viewer");
  expect(
    (await viewer.call("POST", `visitors/${window.number}/invite`, { text: "Hello" })).status,
  ).toBe(403);
  expect(
    (await ivan.call("POST", `visitors/${window.number}/invite`, { text: "A secret offer" }))
      .status,
  ).toBe(200);
  const developer = await parlour.operator("developer");
  expect((await findRow(window, developer))?.invitation).toMatchObject({
    text: "•••",
    by: "operator",
    operator: { name: "Ivan" },
  });
  window.send({ type: "say", ref: "m1", text: "Which offer?" });
  await window.next("done");
  const chat = (await findRow(window))?.chat?.id ?? 0;
  const readInvitationLines = async (operator: TestOperator) =>
    (
      (await operator.call("GET", `chats/${chat}/messages`)).body as { items: Message[] }
    ).items.flatMap((one) =>
      one.line?.code === "invitation"
        ? [[one.line.by?.name, one.line.detail, one.text.includes("secret")]]
        : [],
    );
  expect(await readInvitationLines(ivan)).toEqual([["Ivan", "A secret offer", true]]);
  expect(await readInvitationLines(developer)).toEqual([["Ivan", "•••", false]]);
  // CORE-155: the chat is offered to the operator who invited the visitor.
  await parlour.settle();
  expect((await ivan.call("GET", `chats/${chat}`)).body).toMatchObject({
    department: null,
    wait: { inviter: ivan.id },
  });
  await window.close();
});

test("[WG-060] [API-005] [API-267] an invitation reaches the open windows and those that open, once per key and as often as the widget allows; who has left gets none", async () => {
  const window = await openVisitor({ url: "https://shop.example/", title: "Home" });
  const path = `visitors/${window.number}/invite`;
  for (const [body, field] of [
    [{ text: "  " }, "text"],
    [{ text: "x".repeat(501) }, "text"],
    [{ text: "Hello", department_id: 999_999 }, "department_id"],
  ] as const) {
    const refused = await ivan.call("POST", path, body);
    expect(
      [refused.status, (refused.body as { error: { field: string } }).error.field],
      refused.text,
    ).toEqual([400, field]);
  }
  const sent = await ivan.call(
    "POST",
    path,
    { text: "  Choosing a glaze? " },
    { "idempotency-key": "invite-1" },
  );
  expect([sent.status, (sent.body as VisitorOnline).state], sent.text).toEqual([200, "invited"]);
  expect((await window.next("invitation"))["invitation"]).toMatchObject({
    text: "Choosing a glaze?",
    department_id: null,
    agent: { name: "Ivan" },
  });
  const again = await ivan.call(
    "POST",
    path,
    { text: "  Choosing a glaze? " },
    { "idempotency-key": "invite-1" },
  );
  expect([again.status, again.body]).toEqual([200, sent.body]);
  const tab = new VisitorSocket();
  expect(
    (await tab.greet({ url: "https://shop.example/b", title: "B" }, window.token))["invitation"],
  ).toMatchObject({
    text: "Choosing a glaze?",
  });
  const more = await ivan.call("POST", path, { text: "Really?" });
  expect([more.status, (more.body as { error: { code: string } }).error.code]).toEqual([
    409,
    "at_limit",
  ]);
  await Promise.all([window.close(), tab.close()]);
  const rejected = await ivan.call("POST", path, { text: "Come back" });
  expect([rejected.status, (rejected.body as { error: { code: string } }).error.code]).toEqual([
    409,
    "not_available",
  ]);
});

test("[API-030] [WG-060] [WG-208] [API-268] what became of an invitation is shown; taken back it is gone from all windows, and counts only when a page has shown it", async () => {
  const window = await openVisitor({ url: "https://shop.example/", title: "Home" });
  const tab = await openVisitor({ url: "https://shop.example/b", title: "B" }, window.token);
  const path = `visitors/${window.number}/invite`;
  const codeOf = ({ body }: { readonly body: unknown }) =>
    (body as { error: { code: string } }).error.code;
  expect(codeOf(await ivan.call("POST", `${path}/withdraw`))).toBe("not_open");
  const invite = async (text: string) => {
    const sent = await ivan.call("POST", path, { text });
    expect(sent.status, sent.text).toBe(200);
    return (await window.next("invitation"))["invitation"] as { readonly at: number };
  };
  const first = await invite("Choosing a glase?");
  expect((await findRow(window))?.invitation).toMatchObject({
    state: "sent",
    operator: { name: "Ivan" },
  });
  // Another operator can withdraw the invitation. Operators who cannot see the visitor and viewers
  // cannot.
  expect((await nora.call("POST", `${path}/withdraw`)).status).toBe(404);
  expect((await (await parlour.operator("viewer")).call("POST", `${path}/withdraw`)).status).toBe(
    403,
  );
  const withdrawn = await parlour.owner.call("POST", `${path}/withdraw`, undefined, {
    "idempotency-key": "withdraw-1",
  });
  expect([
    withdrawn.status,
    (withdrawn.body as VisitorOnline).state,
    (withdrawn.body as VisitorOnline).invitation,
  ]).toEqual([200, "browsing", null]);
  await Promise.all([window.next("withdrawn"), tab.next("withdrawn")]);
  expect(
    await parlour.owner.call("POST", `${path}/withdraw`, undefined, {
      "idempotency-key": "withdraw-1",
    }),
  ).toMatchObject({
    status: 200,
    body: withdrawn.body,
  });
  expect(codeOf(await parlour.owner.call("POST", `${path}/withdraw`))).toBe("not_open");
  // No page has shown the invitation, so the visitor can be invited again. The new invitation has
  // another time.
  expect((await invite("Choosing a glaze?")).at).toBeGreaterThan(first.at);
  for (const [visitorSocket, said, state] of [
    [window, "shown", "shown"],
    [tab, "opened", "opened"],
    [window, "shown", "opened"],
  ] as const) {
    visitorSocket.send({ type: "invitation", state: said });
    await expect.poll(async () => (await findRow(window))?.invitation?.state).toBe(state);
  }
  tab.send({ type: "invitation", state: "declined" });
  await expect.poll(async () => (await findRow(window))?.state).toBe("browsing");
  expect((await findRow(window))?.invitation).toMatchObject({
    text: "Choosing a glaze?",
    state: "declined",
  });
  expect((await ivan.call("POST", `${path}/withdraw`)).status).toBe(200);
  expect(codeOf(await ivan.call("POST", path, { text: "Really?" }))).toBe("at_limit");
  // Operators cannot withdraw the invitation of a page rule.
  window.send({ type: "invited", text: "By a rule", department_id: null, by: "rule" });
  await expect
    .poll(async () => (await findRow(window))?.invitation)
    .toMatchObject({ by: "rule", state: "shown", operator: null });
  expect(codeOf(await ivan.call("POST", `${path}/withdraw`))).toBe("not_open");
  await Promise.all([window.close(), tab.close()]);
  await parlour.settle();
  await parlour.clock.advance(6_000);
  await expect
    .poll(async () => codeOf(await ivan.call("POST", `${path}/withdraw`)))
    .toBe("not_available");
});

test("[WG-090] [WG-054] after an invitation was shown, operators invite again after the pause of the widget, also in a later visit", async () => {
  const setPause = (hours: number) =>
    parlour.owner.call("PATCH", `channels/${widget.id}`, { widget: { invitation_pause_h: hours } });
  expect((await setPause(2)).status).toBe(200);
  const page = { url: "https://shop.example/", title: "Home" };
  const first = await openVisitor(page);
  first.send({ type: "invited", text: "By a rule", department_id: null, by: "rule" });
  await expect.poll(async () => (await findRow(first))?.invitation?.by).toBe("rule");
  await first.close();
  await parlour.settle();
  await parlour.clock.advance(3_600_000);
  const later = await openVisitor(page, first.token);
  const invite = () => ivan.call("POST", `visitors/${later.number}/invite`, { text: "Hello" });
  await expect.poll(async () => (await readVisits(later)).length).toBe(2);
  expect((await invite()).body).toMatchObject({ error: { code: "at_limit" } });
  await parlour.clock.advance(3_600_000);
  const sent = await invite();
  expect(sent.status, sent.text).toBe(200);
  await later.close();
  expect((await setPause(0)).status).toBe(200);
});

test("[API-030] [CORE-070] [API-269] who writes is chatting and is not invited; a visitor without a chat is blocked by his number", async () => {
  const window = await openVisitor({ url: "https://shop.example/", title: "Home" });
  window.send({ type: "say", ref: "m1", text: "Hello" });
  await window.next("done");
  await expect.poll(async () => (await findRow(window))?.state).toBe("chatting");
  const running = await ivan.call("POST", `visitors/${window.number}/invite`, { text: "Hello" });
  expect([running.status, (running.body as { error: { code: string } }).error.code]).toEqual([
    409,
    "already_running",
  ]);
  expect((await ivan.call("POST", `visitors/${window.number}/block`, {})).status).toBe(409);
  for (const [language, found] of [
    ["de", true],
    ["d", 400],
    ["en", false],
  ] as const) {
    const list = await parlour.owner.call("GET", `chats?view=waiting&language=${language}`);
    const isThere = (): boolean =>
      (list.body as { items: Chat[] }).items.some(
        ({ visitor }) => visitor.number === window.number,
      );
    expect(list.status === 200 ? isThere() : list.status, language).toBe(found);
  }
  const other = await openVisitor({ url: "https://shop.example/", title: "Home" });
  const blocked = await ivan.call("POST", `visitors/${other.number}/block`, { reason: "spam" });
  expect([blocked.status, (blocked.body as VisitorOnline).blocked], blocked.text).toEqual([
    200,
    true,
  ]);
  expect((await findRow(other))?.blocked).toBe(true);
  const refused = await ivan.call("POST", `visitors/${other.number}/invite`, { text: "Hello" });
  expect([refused.status, (refused.body as { error: { code: string } }).error.code]).toEqual([
    409,
    "visitor_blocked",
  ]);
  await Promise.all([window.close(), other.close()]);
});

const siteOrigin = "https://shop.example";
/** Posts a body to `/widget/presence` as a page of the site does. */
const postPresence = (
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  to = parlour.url,
) =>
  fetch(`${to}/widget/presence`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8", origin: siteOrigin, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const buildPresence = (more: object = {}) => ({
  type: "present",
  widget_id: widget.public_id,
  token: null as string | null,
  view: "v1",
  page: {
    url: `${siteOrigin}/`,
    title: "Home",
    referrer: "",
    first: `${siteOrigin}/`,
    visits: 1,
    pages: 1,
  },
  language: "de-AT",
  ...more,
});
const buildPage = (path: string) => ({
  ...buildPresence().page,
  url: `${siteOrigin}/${path}`,
  title: path,
});
async function requestPresence(more: object = {}): Promise<WidgetPresence> {
  const answer = await postPresence(buildPresence(more));
  expect(answer.status).toBe(200);
  return (await answer.json()) as WidgetPresence;
}
/** Returns status, code, field and message of a refusal. */
async function readRefusal(answer: Response): Promise<readonly unknown[]> {
  const { error } = (await answer.json()) as {
    error: { code: string; field?: string; message: string };
  };
  return [answer.status, error.code, error.field, error.message];
}
const readOnlineNumbers = async (): Promise<readonly number[]> =>
  (await listOnlineVisitors()).map((one) => one.number);

test("[WG-103] [API-030] [WG-215] whatever pages do, the visitor is online while one of them is open and for 5 s after, at the page that moved last", async () => {
  // A page that stops sending requests counts as closed after 60 s. The check runs every 5 s.
  const [silentMs, sweepMs, lingerMs] = [60_000, 5_000, 5_000];
  const step = fc.record({
    view: fc.constantFrom("a", "b", "c"),
    does: fc.constantFrom("ask", "ask", "move", "leave", "wait", "sleep"),
    hidden: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { token, number } = await requestPresence({ view: "a", page: buildPage("start") });
      const openVisitor = new Map([
        ["a", { path: "start", until: parlour.clock.now() + silentMs }],
      ]);
      let latest = "start";
      let leftAt = 0;
      for (const [at, { view, does, hidden }] of steps.entries()) {
        if (does === "ask" || does === "move") {
          const path = does === "move" ? `page-${at}` : (openVisitor.get(view)?.path ?? latest);
          const said = await requestPresence({ token, view, hidden, page: buildPage(path) });
          expect([said.token, said.number, said.next_s]).toEqual([null, number, hidden ? 120 : 25]);
          openVisitor.set(view, {
            path,
            until: parlour.clock.now() + (hidden ? 250_000 : silentMs),
          });
          latest = path;
        } else if (does === "leave") {
          expect((await postPresence({ type: "left", token, view })).status).toBe(204);
          if (openVisitor.delete(view) && openVisitor.size === 0) leftAt = parlour.clock.now();
        } else await parlour.clock.advance(does === "wait" ? 4_000 : 66_000);
        const silent = [...openVisitor].filter(
          ([, { until }]) => until + sweepMs <= parlour.clock.now(),
        );
        for (const [name] of silent) openVisitor.delete(name);
        if (silent.length > 0 && openVisitor.size === 0)
          leftAt = Math.max(...silent.map(([, { until }]) => until));
        const row = (await listOnlineVisitors()).find((one) => one.number === number);
        const isSilent = [...openVisitor.values()].some(
          ({ until }) => until <= parlour.clock.now(),
        );
        if (openVisitor.size > 0 && !isSilent)
          expect([row?.trail[0]?.title, row?.state]).toEqual([latest, "browsing"]);
        else if (openVisitor.size === 0 && parlour.clock.now() >= leftAt + sweepMs + lingerMs)
          expect(row).toBeUndefined();
      }
      for (const view of ["a", "b", "c"]) await postPresence({ type: "left", token, view });
      await parlour.clock.advance(sweepMs + lingerMs);
      expect(await readOnlineNumbers()).not.toContain(number);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test("[WG-103] [API-030] [WG-215] [WG-217] a page without a window has the visit, number and token that a window has; its window takes over without a gap", async () => {
  const counts =
    "select (select count(*) from visitor) as visitors, (select count(*) from widget_token) as tokens, (select count(*) from chat) as chats";
  const before = await parlour.sql<{ visitors: string; tokens: string; chats: string }>(counts);
  const answer = await postPresence(
    buildPresence({
      page: {
        ...buildPresence().page,
        url: `${siteOrigin}/tea?utm_source=news`,
        first: `${siteOrigin}/tea?utm_source=news`,
        referrer: "https://search.example/",
      },
    }),
  );
  expect([
    answer.headers.get("access-control-allow-origin"),
    answer.headers.get("cache-control"),
  ]).toEqual(["*", "no-store"]);
  const { token, number, ...said } = (await answer.json()) as WidgetPresence;
  expect(said).toMatchObject({
    quiet: false,
    has_written: false,
    invited: false,
    next_s: 25,
    // No database of locations is set.
    situation: { mode: "offline", country: "" },
  });
  const row = async (): Promise<VisitorOnline | undefined> =>
    (await listOnlineVisitors()).find((one) => one.number === number);
  expect(await row()).toMatchObject({
    state: "browsing",
    pages: 1,
    referrer: "https://search.example/",
    channel: { id: widget.id, name: "Shop" },
    session: { utm: { source: "news" }, language: "de-AT" },
  });
  const after = await parlour.sql<{ visitors: string; tokens: string; chats: string }>(counts);
  expect([after[0]?.visitors, after[0]?.tokens, after[0]?.chats].map(Number)).toEqual([
    Number(before[0]?.visitors) + 1,
    Number(before[0]?.tokens) + 1,
    Number(before[0]?.chats),
  ]);
  const window = await openVisitor(
    { url: `${siteOrigin}/tea?utm_source=news`, title: "Home" },
    token,
  );
  expect(window.number).toBe(number);
  await postPresence({ type: "left", token, view: "v1" });
  await parlour.clock.advance(70_000);
  expect(await row()).toMatchObject({ state: "browsing", pages: 1 });
  window.send({ type: "say", ref: "m1", text: "Hello" });
  await window.next("done");
  expect(await requestPresence({ token, view: "v2" })).toMatchObject({
    token: null,
    number,
    has_written: true,
  });
  await postPresence({ type: "left", token, view: "v2" });
  await window.close();
});

test("[WG-103] [WG-060] [WG-084] [WG-207] [WG-217] an invitation is announced to a page without its text, as often as the widget allows, until it is declined", async () => {
  const { token, number } = await requestPresence();
  const path = `visitors/${number}/invite`;
  expect((await ivan.call("POST", path, { text: "Choosing a glaze?" })).status).toBe(200);
  const response = await postPresence(buildPresence({ token }));
  const text = await response.text();
  expect([JSON.parse(text), text.includes("glaze")]).toEqual([
    expect.objectContaining({ invited: true }),
    false,
  ]);
  const more = await ivan.call("POST", path, { text: "Really?" });
  expect([more.status, (more.body as { error: { code: string } }).error.code]).toEqual([
    409,
    "at_limit",
  ]);
  const window = new VisitorSocket();
  expect(
    (await window.greet({ url: `${siteOrigin}/`, title: "Home" }, token))["invitation"],
  ).toMatchObject({ text: "Choosing a glaze?" });
  window.send({ type: "invitation", state: "declined" });
  await expect.poll(async () => (await requestPresence({ token })).invited).toBe(false);
  await window.close();
  await postPresence({ type: "left", token, view: "v1" });
  await parlour.settle();
  await parlour.clock.advance(6_000);
  const rejected = await ivan.call("POST", path, { text: "Come back" });
  expect([rejected.status, (rejected.body as { error: { code: string } }).error.code]).toEqual([
    409,
    "not_available",
  ]);
});

test("[WG-103] [CORE-116] [WG-217] a change of settings and an erasure reach a page at its next request", async () => {
  const { token, number } = await requestPresence();
  const change = async (body: object): Promise<void> => {
    const changed = await parlour.owner.call("PATCH", `channels/${widget.id}`, body);
    expect(changed.status, changed.text).toBe(200);
  };
  await change({ widget: { origins: ["https://other.example"] } });
  expect((await readRefusal(await postPresence(buildPresence({ token })))).slice(0, 2)).toEqual([
    403,
    "forbidden",
  ]);
  await parlour.clock.advance(5_000);
  expect(await readOnlineNumbers()).not.toContain(number);
  await change({ widget: { origins: [] } });
  expect(await requestPresence({ token })).toMatchObject({ token: null, number });
  await change({ enabled: false });
  expect((await readRefusal(await postPresence(buildPresence({ token })))).slice(0, 2)).toEqual([
    403,
    "forbidden",
  ]);
  await change({ enabled: true });
  expect((await requestPresence({ token })).quiet).toBe(false);
  const blocked = await ivan.call("POST", `visitors/${number}/block`, {});
  expect(blocked.status, blocked.text).toBe(200);
  expect((await requestPresence({ token })).quiet).toBe(true);
  const erased = await parlour.owner.call("DELETE", `visitors/${number}`);
  expect(erased.status, erased.text).toBeLessThan(300);
  await expect.poll(readOnlineNumbers).not.toContain(number);
  const anew = await requestPresence({ token });
  expect([anew.token === null, anew.number === number]).toEqual([false, false]);
  await postPresence({ type: "left", token: anew.token, view: "v1" });
});

test("[WG-103] [CORE-164] [CFG-030] [WG-216] pages are limited like windows: by address, by visitor and by rate; a body that is wrong says where", async () => {
  const limits = async (values: object): Promise<void> => {
    expect((await parlour.owner.call("PATCH", "instance", { limits: values })).status).toBe(200);
  };
  for (const [body, ...expected] of [
    ["", 400, "invalid_json", undefined],
    ["{", 400, "invalid_json", undefined],
    ["null", 400, "invalid_request", "type", "type is missing."],
    ["[]", 400, "invalid_request", "type", "type is missing."],
    [{ type: "hello" }, 400, "invalid_request", "type", "type is not one of the allowed values."],
    [buildPresence({ view: "a b" }), 400, "invalid_request", "view"],
    [{ ...buildPresence(), more: 1 }, 400, "invalid_request", "more", "more is not a known field."],
    [buildPresence({ view: "x".repeat(65) }), 400, "invalid_request", "view"],
    [
      buildPresence({ page: { ...buildPresence().page, pages: 0 } }),
      400,
      "invalid_request",
      "page.pages",
    ],
    [buildPresence({ token: 5 }), 400, "invalid_request", "token"],
    [{ type: "left", token: null }, 400, "invalid_request", "view", "view is missing."],
    ["x".repeat(70_000), 413, "payload_too_large", undefined],
  ] as const)
    expect(
      (await readRefusal(await postPresence(body))).slice(0, expected.length),
      JSON.stringify(body).slice(0, 100),
    ).toEqual(expected);
  expect(
    (await readRefusal(await postPresence(buildPresence(), { "content-type": "text/html" }))).slice(
      0,
      2,
    ),
  ).toEqual([415, "unsupported_media_type"]);
  expect(
    (await readRefusal(await postPresence(buildPresence({ widget_id: "nobody0000" })))).slice(0, 2),
  ).toEqual([403, "forbidden"]);

  const first = await requestPresence();
  await limits({ widget_sockets_per_address: 1 });
  const second = await postPresence(buildPresence());
  expect([second.headers.get("retry-after"), ...(await readRefusal(second)).slice(0, 2)]).toEqual([
    "30",
    429,
    "rate_limited",
  ]);
  // The connected page keeps its slot until it leaves.
  expect((await requestPresence({ token: first.token })).number).toBe(first.number);
  await postPresence({ type: "left", token: first.token, view: "v1" });
  const next = await requestPresence();
  await postPresence({ type: "left", token: next.token, view: "v1" });
  await limits({ new_visitors_per_minute: 1 });
  expect((await readRefusal(await postPresence(buildPresence()))).slice(0, 2)).toEqual([
    429,
    "rate_limited",
  ]);
  await limits({ widget_sockets_per_address: null, new_visitors_per_minute: null });

  const views = Array.from({ length: 51 }, (_, n) =>
    postPresence(buildPresence({ token: first.token, view: `tab-${n}` })),
  );
  const statuses = (await Promise.all(views)).map(({ status }) => status);
  expect([
    statuses.filter((one) => one === 200).length,
    statuses.filter((one) => one === 429).length,
  ]).toEqual([50, 1]);
  for (let n = 0; n < 51; n++)
    await postPresence({ type: "left", token: first.token, view: `tab-${n}` });
  const burst = await Promise.all(
    Array.from({ length: 30 }, () =>
      postPresence(buildPresence({ token: first.token, view: "burst" })),
    ),
  );
  expect(burst.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
  await postPresence({ type: "left", token: first.token, view: "burst" });
});
