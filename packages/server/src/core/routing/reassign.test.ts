import { describe, expect, it } from "vitest";
import { getChat, systemCodes, receive } from "../bot/bot.fixture.ts";
import { acceptChat } from "../chat/accept.ts";
import { joinChat } from "../chat/join.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import { declineTransfer, transferChat } from "../chat/participants/transfer.ts";
import { createWaitingChat } from "./waiting-chat.fixture.ts";

const minuteMs = 60_000;

describe("operators who are online and do not answer", () => {
  /**
   * Creates a chat of operator 1 with an unanswered message. Operators 2 and 3 are online. The chat
   * is reassigned after 10 min.
   */
  const owned = () => {
    const created = createWaitingChat();
    created.world.routing = { ...created.world.routing, reassignMs: 10 * minuteMs };
    created.world.execute(acceptChat({ operatorId: 1 }), created.chat, 1);
    return created;
  };
  const answer = (
    { world, chat }: ReturnType<typeof owned>,
    kind: "text" | "note" = "text",
    operatorId = 1,
  ) =>
    world.execute(
      sendOperatorMessage({ operatorId: operatorId, kind, text: "Hi" }),
      chat,
      operatorId,
    );

  it("[CORE-153] after the time the chat waits again and is offered to the others, with a line and a notice to the previous owner", () => {
    const { world, chat } = owned();
    world.pass(10 * minuteMs - 1_000);
    expect(getChat(world, chat).state).toBe("open");
    world.pass(1_000);
    expect(getChat(world, chat)).toMatchObject({
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { step: "offer", offered: [2, 3], asked: [1] },
      notices: [{ kind: "reassigned", to: { id: 1 }, detail: "10" }],
    });
    expect(systemCodes(world)).toEqual(["offered", "accepted", "reassigned", "offered"]);
    // The next operator gets the full time. The notice is removed when the previous operator takes
    // the chat again.
    world.execute(acceptChat({ operatorId: 2 }), chat, 2);
    world.pass(9 * minuteMs);
    expect(getChat(world, chat)).toMatchObject({
      assignee: { id: 2 },
      notices: [{ to: { id: 1 } }],
    });
    world.pass(minuteMs);
    expect(getChat(world, chat).wait?.asked).toEqual([2]);
    world.execute(acceptChat({ operatorId: 1 }), chat, 1);
    expect(getChat(world, chat).notices?.map((notice) => notice.to.id)).toEqual([2]);
  });
  it("[CORE-153] [CORE-220] nothing is unanswered after an answer, and the time counts from the first message after it; a note is no answer", () => {
    const created = owned();
    const { world, chat } = created;
    world.pass(9 * minuteMs);
    answer(created);
    world.pass(60 * minuteMs);
    expect(getChat(world, chat).state).toBe("open");
    world.execute(receive("And the second thing?"));
    world.pass(6 * minuteMs);
    answer(created, "note");
    world.execute(receive("Hello?"));
    world.pass(4 * minuteMs - 10_000);
    expect(getChat(world, chat).state).toBe("open");
    world.pass(10_000);
    expect(getChat(world, chat).state).toBe("waiting");
  });
  it("[CORE-153] [CORE-220] an answer of any of several participants counts; without one all of them are out", () => {
    const created = owned();
    const { world, chat } = created;
    world.execute(joinChat({ operatorId: 2 }), chat, 2);
    world.pass(5 * minuteMs);
    answer(created, "text", 2);
    world.pass(60 * minuteMs);
    expect(getChat(world, chat)).toMatchObject({ state: "open", assignee: { id: 1 } });
    world.execute(receive("Thanks. And?"));
    world.pass(10 * minuteMs);
    expect(getChat(world, chat)).toMatchObject({
      state: "waiting",
      participants: [],
      wait: { offered: [3] },
    });
    expect(getChat(world, chat).notices?.map((notice) => notice.to.id)).toEqual([1, 2]);
  });
  it("[CORE-153] [CORE-221] with nobody else available it stays and says so once; as soon as somebody could take it, it goes", () => {
    const created = owned();
    const { world, chat } = created;
    for (const id of [2, 3]) world.set(id, "away");
    world.pass(65 * minuteMs);
    expect(getChat(world, chat)).toMatchObject({ state: "open", assignee: { id: 1 } });
    expect(systemCodes(world)).toEqual(["offered", "accepted", "reassign_nobody"]);
    world.set(3, "online");
    world.pass(5 * minuteMs);
    expect(getChat(world, chat)).toMatchObject({ state: "waiting", wait: { offered: [3] } });
    expect(getChat(world, chat).unanswered_at).toBeUndefined();
    // After an answer and another unanswered message, the system message may be added a second
    // time.
    world.execute(acceptChat({ operatorId: 3 }), chat, 3);
    world.set(1, "away");
    world.pass(10 * minuteMs);
    expect(systemCodes(world).filter((code) => code === "reassign_nobody")).toHaveLength(2);
  });
  it("[CORE-153] [CORE-222] an open transfer decides first; when it fails, the time has passed", () => {
    const { world, chat } = owned();
    world.pass(9 * minuteMs + 40_000);
    world.execute(
      transferChat({
        operatorId: 1,
        to: { operatorId: 2 },
        comment: null,
        presence: () => "online",
      }),
      chat,
      1,
    );
    world.pass(25_000);
    expect(getChat(world, chat)).toMatchObject({ state: "open", transfer: { to: { id: 2 } } });
    world.execute(declineTransfer({ operatorId: 2, reason: "Busy" }), chat);
    world.pass(10_000);
    expect(getChat(world, chat)).toMatchObject({
      state: "waiting",
      notices: [{ kind: "reassigned", to: { id: 1 } }],
    });
  });
  it("[CORE-153] [CORE-042] [CORE-222] it works over a restart; 0 switches it off; an owner who is offline has the time of CORE-031", () => {
    const restarted = owned();
    restarted.world.pass(4 * minuteMs);
    restarted.world.restart();
    for (const id of [1, 2, 3]) restarted.world.set(id, "online");
    restarted.world.pass(6 * minuteMs);
    expect(getChat(restarted.world, restarted.chat).state).toBe("waiting");
    const disabled = owned();
    disabled.world.routing = { ...disabled.world.routing, reassignMs: 0 };
    disabled.world.pass(600 * minuteMs);
    expect(getChat(disabled.world, disabled.chat).state).toBe("open");
    const ownerOffline = owned();
    ownerOffline.world.routing = { ...ownerOffline.world.routing, graceMs: 20 * minuteMs };
    ownerOffline.world.set(1, "offline");
    ownerOffline.world.pass(15 * minuteMs);
    expect(getChat(ownerOffline.world, ownerOffline.chat).state).toBe("open");
    ownerOffline.world.pass(5 * minuteMs);
    expect(systemCodes(ownerOffline.world)).toContain("owner_gone");
  });
});
