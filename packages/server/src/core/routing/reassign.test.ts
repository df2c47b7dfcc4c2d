import { describe, expect, it } from "vitest";
import { chatOf, lines, says } from "../bot/bot.fixture.ts";
import { acceptChat } from "../chat/accept.ts";
import { joinChat } from "../chat/join.ts";
import { operatorSays } from "../chat/operator-says.ts";
import { refuseTransfer, transferChat } from "../chat/transfer.ts";
import { waiting } from "./waiting.fixture.ts";

const minute = 60_000;

describe("operators who are online and do not answer", () => {
  /**
   * A chat of operator 1 with an unanswered message; 2 and 3 are online. Reassigned after 10 min.
   */
  const owned = () => {
    const made = waiting();
    made.world.routing = { ...made.world.routing, reassignMs: 10 * minute };
    made.world.act(acceptChat({ operatorId: 1 }), made.chat, 1);
    return made;
  };
  const answer = ({ world, chat }: ReturnType<typeof owned>, kind: "text" | "note" = "text", by = 1) =>
    world.act(operatorSays({ operatorId: by, kind, text: "Hi" }), chat, by);

  it("[CORE-153] after the time the chat waits again and is offered to the others, with a line and a notice to the previous owner", () => {
    const { world, chat } = owned();
    world.pass(10 * minute - 1_000);
    expect(chatOf(world, chat).state).toBe("open");
    world.pass(1_000);
    expect(chatOf(world, chat)).toMatchObject({
      state: "waiting",
      assignee: null,
      participants: [],
      wait: { step: "offer", offered: [2, 3], asked: [1] },
      notices: [{ kind: "reassigned", to: { id: 1 }, detail: "10" }],
    });
    expect(lines(world)).toEqual(["offered", "accepted", "reassigned", "offered"]);
    // The next owner has the full time. The notice is removed when the previous owner takes the
    // chat again.
    world.act(acceptChat({ operatorId: 2 }), chat, 2);
    world.pass(9 * minute);
    expect(chatOf(world, chat)).toMatchObject({ assignee: { id: 2 }, notices: [{ to: { id: 1 } }] });
    world.pass(minute);
    expect(chatOf(world, chat).wait?.asked).toEqual([2]);
    world.act(acceptChat({ operatorId: 1 }), chat, 1);
    expect(chatOf(world, chat).notices?.map((one) => one.to.id)).toEqual([2]);
  });
  it("[CORE-153] nothing is unanswered after an answer, and the time counts from the first message after it; a note is no answer", () => {
    const made = owned();
    const { world, chat } = made;
    world.pass(9 * minute);
    answer(made);
    world.pass(60 * minute);
    expect(chatOf(world, chat).state).toBe("open");
    world.act(says("And the second thing?"));
    world.pass(6 * minute);
    answer(made, "note");
    world.act(says("Hello?"));
    world.pass(4 * minute - 10_000);
    expect(chatOf(world, chat).state).toBe("open");
    world.pass(10_000);
    expect(chatOf(world, chat).state).toBe("waiting");
  });
  it("[CORE-153] an answer of any of several participants counts; without one all of them are out", () => {
    const made = owned();
    const { world, chat } = made;
    world.act(joinChat({ operatorId: 2 }), chat, 2);
    world.pass(5 * minute);
    answer(made, "text", 2);
    world.pass(60 * minute);
    expect(chatOf(world, chat)).toMatchObject({ state: "open", assignee: { id: 1 } });
    world.act(says("Thanks. And?"));
    world.pass(10 * minute);
    expect(chatOf(world, chat)).toMatchObject({ state: "waiting", participants: [], wait: { offered: [3] } });
    expect(chatOf(world, chat).notices?.map((one) => one.to.id)).toEqual([1, 2]);
  });
  it("[CORE-153] with nobody else available it stays and says so once; as soon as somebody could take it, it goes", () => {
    const made = owned();
    const { world, chat } = made;
    for (const id of [2, 3]) world.set(id, "away");
    world.pass(65 * minute);
    expect(chatOf(world, chat)).toMatchObject({ state: "open", assignee: { id: 1 } });
    expect(lines(world)).toEqual(["offered", "accepted", "reassign_nobody"]);
    world.set(3, "online");
    world.pass(5 * minute);
    expect(chatOf(world, chat)).toMatchObject({ state: "waiting", wait: { offered: [3] } });
    expect(chatOf(world, chat).unanswered_at).toBeUndefined();
    // After an answer and another unanswered message, the system message may be added again.
    world.act(acceptChat({ operatorId: 3 }), chat, 3);
    world.set(1, "away");
    world.pass(10 * minute);
    expect(lines(world).filter((code) => code === "reassign_nobody")).toHaveLength(2);
  });
  it("[CORE-153] an open transfer decides first; when it fails, the time has passed", () => {
    const { world, chat } = owned();
    world.pass(9 * minute + 40_000);
    world.act(transferChat({ operatorId: 1, to: { operatorId: 2 }, comment: null, presence: () => "online" }), chat, 1);
    world.pass(25_000);
    expect(chatOf(world, chat)).toMatchObject({ state: "open", transfer: { to: { id: 2 } } });
    world.act(refuseTransfer({ operatorId: 2, reason: "Busy" }), chat);
    world.pass(10_000);
    expect(chatOf(world, chat)).toMatchObject({ state: "waiting", notices: [{ kind: "reassigned", to: { id: 1 } }] });
  });
  it("[CORE-153] [CORE-042] it works over a restart; 0 switches it off; an owner who is offline has the time of CORE-031", () => {
    const again = owned();
    again.world.pass(4 * minute);
    again.world.restart();
    for (const id of [1, 2, 3]) again.world.set(id, "online");
    again.world.pass(6 * minute);
    expect(chatOf(again.world, again.chat).state).toBe("waiting");
    const never = owned();
    never.world.routing = { ...never.world.routing, reassignMs: 0 };
    never.world.pass(600 * minute);
    expect(chatOf(never.world, never.chat).state).toBe("open");
    const gone = owned();
    gone.world.routing = { ...gone.world.routing, graceMs: 20 * minute };
    gone.world.set(1, "offline");
    gone.world.pass(15 * minute);
    expect(chatOf(gone.world, gone.chat).state).toBe("open");
    gone.world.pass(5 * minute);
    expect(lines(gone.world)).toContain("owner_gone");
  });
});
