import { describe, expect, test } from "vitest";
import { enrichChat, type ReplyData } from "../chat/enrich.ts";
import { customerSays } from "../chat/customer-says.ts";
import { World } from "../chat/world.fixture.ts";
import { editVisitor } from "./edit.ts";
import { recognise } from "./recognise.ts";

const nothing: ReplyData = { contacts: {}, customData: null, assign: null, crmLink: null, page: null };

class Desk {
  readonly world = new World();
  channel(name: string): void {
    this.world.run(customerSays({ channelId: 5, customer: "c", recipient: '"c"', text: "hi", name }));
  }
  webhook(name: string): void {
    this.world.run(enrichChat({ endpointId: 1, data: { ...nothing, contacts: { name } } }), this.world.running?.id);
  }
  operator(name: string | null): void {
    this.world.run(editVisitor({ operatorId: 2, name }));
  }
  /** Values and sources, the current one first. */
  get known(): string[] {
    const name = this.world.visitor?.entity.name;
    return name ? [name, ...(name.others ?? [])].map((one) => `${one.source} ${one.value}`) : [];
  }
}

describe("what several sources say", () => {
  test("[CORE-020] both stay, the latest of the trusted first, one per source", () => {
    const desk = new Desk();
    desk.channel("bob");
    expect(desk.known).toEqual(["channel bob"]);
    desk.webhook("Robert");
    expect(desk.known).toEqual(["webhook Robert", "channel bob"]);
    desk.channel("bobby");
    expect(desk.known).toEqual(["channel bobby", "webhook Robert"]);
    desk.webhook("Robert");
    expect(desk.known).toEqual(["webhook Robert", "channel bobby"]);
    desk.channel("Robert");
    expect(desk.known).toEqual(["webhook Robert"]);
  });

  test("[CORE-020] an operator's correction carries his name and is not undone by who only repeats himself", () => {
    const desk = new Desk();
    desk.channel("bob");
    desk.operator("Anna");
    expect(desk.world.visitor?.entity.name).toMatchObject({ value: "Anna", source: "operator", by: { id: 2, name: "Ivan" } });
    const events = desk.world.events.length;
    desk.channel("bob");
    expect(desk.known).toEqual(["operator Anna", "channel bob"]);
    expect(desk.world.events.slice(events).map((event) => event.name)).toEqual(["message_created"]);
    desk.channel("Bill");
    expect(desk.known).toEqual(["channel Bill", "operator Anna"]);
    desk.operator("bob");
    desk.operator(null);
    expect(desk.known).toEqual([]);
  });

  test("[CORE-020] what a visitor or a page claims stands behind what a trusted source says", () => {
    const desk = new Desk();
    desk.channel("bob");
    const claim = (name: string, source: "visitor" | "page") => {
      const { events, visitor } = recognise(desk.world.scene(), { customer: "c", name }, source);
      desk.world.run(() => ({ events, answer: "{}" }));
      return visitor;
    };
    claim("The Queen", "visitor");
    expect(desk.known).toEqual(["channel bob", "visitor The Queen"]);
    expect(claim("The Queen", "visitor")).toBe(desk.world.visitor?.entity);
    claim("The King", "page");
    desk.channel("bobby");
    expect(desk.known).toEqual(["channel bobby", "page The King", "visitor The Queen"]);
  });
});
