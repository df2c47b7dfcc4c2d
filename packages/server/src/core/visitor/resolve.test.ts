import { describe, expect, test } from "vitest";
import { applyWebhookData, type WebhookData } from "../chat/details/apply-webhook-data.ts";
import { receiveCustomerMessage } from "../chat/message/receive-message.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import { editVisitor } from "./edit.ts";
import { resolveVisitor } from "./resolve.ts";

const emptyReply: WebhookData = {
  contacts: {},
  customData: null,
  assign: null,
  crmLink: null,
  page: null,
  fields: null,
};

class ContactSources {
  readonly world = new ChatSimulation();
  channel(name: string): void {
    this.world.run(
      receiveCustomerMessage({ channelId: 5, customer: "c", recipient: '"c"', text: "hi", name }),
    );
  }
  webhook(name: string): void {
    this.world.run(
      applyWebhookData({ endpointId: 1, data: { ...emptyReply, contacts: { name } } }),
      this.world.currentChat?.id,
    );
  }
  operator(name: string | null): void {
    this.world.run(editVisitor({ operatorId: 2, name }));
  }
  /** Returns values and sources, the current one first. */
  get values(): string[] {
    const name = this.world.visitor?.entity.name;
    return name
      ? [name, ...(name.others ?? [])].map((value) => `${value.source} ${value.value}`)
      : [];
  }
}

describe("what several sources say", () => {
  test("[CORE-020] [CORE-205] both stay, the latest of the trusted first, one per source", () => {
    const sources = new ContactSources();
    sources.channel("bob");
    expect(sources.values).toEqual(["channel bob"]);
    sources.webhook("Robert");
    expect(sources.values).toEqual(["webhook Robert", "channel bob"]);
    sources.channel("bobby");
    expect(sources.values).toEqual(["channel bobby", "webhook Robert"]);
    sources.webhook("Robert");
    expect(sources.values).toEqual(["webhook Robert", "channel bobby"]);
    sources.channel("Robert");
    expect(sources.values).toEqual(["webhook Robert"]);
  });

  test("[CORE-310] names of every source are cleaned, and one without a visible character changes nothing", () => {
    const sources = new ContactSources();
    sources.channel("\u200b\u200c\u2063");
    expect(sources.values).toEqual([]);
    sources.channel("\u202egnp.exe \u200b");
    sources.webhook("\u2066Bob\u2069");
    sources.operator("Ann\u00ada\n");
    expect(sources.values).toEqual(["operator Anna", "webhook Bob", "channel gnp.exe"]);
    sources.operator("\u3164");
    expect(sources.values).toHaveLength(3);
  });

  test("[CORE-020] [CORE-205] an operator's correction carries his name and is not undone by who only repeats himself", () => {
    const sources = new ContactSources();
    sources.channel("bob");
    sources.operator("Anna");
    expect(sources.world.visitor?.entity.name).toMatchObject({
      value: "Anna",
      source: "operator",
      by: { id: 2, name: "Ivan" },
    });
    const events = sources.world.events.length;
    sources.channel("bob");
    expect(sources.values).toEqual(["operator Anna", "channel bob"]);
    expect(sources.world.events.slice(events).map((event) => event.name)).toEqual([
      "message_created",
    ]);
    sources.channel("Bill");
    expect(sources.values).toEqual(["channel Bill", "operator Anna"]);
    sources.operator("bob");
    sources.operator(null);
    expect(sources.values).toEqual([]);
  });

  test("[CORE-020] [CORE-205] what a visitor or a page claims stands behind what a trusted source says", () => {
    const sources = new ContactSources();
    sources.channel("bob");
    const claim = (name: string, source: "visitor" | "page") => {
      const { events, visitor } = resolveVisitor(
        sources.world.context(),
        { customer: "c", name },
        source,
      );
      sources.world.run(() => ({ events, answer: "{}" }));
      return visitor;
    };
    claim("The Queen", "visitor");
    expect(sources.values).toEqual(["channel bob", "visitor The Queen"]);
    expect(claim("The Queen", "visitor")).toBe(sources.world.visitor?.entity);
    claim("The King", "page");
    sources.channel("bobby");
    expect(sources.values).toEqual(["channel bobby", "page The King", "visitor The Queen"]);
  });
});
