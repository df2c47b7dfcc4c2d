import { assigned, NumberedObject } from "../draft.ts";
import type { VisitorData } from "../event.ts";
import { eraseVisitorData } from "../visitor/erase.ts";
import type { EntryData, EventRules, VisitorErasure } from "./event-rules.ts";

/** Returns the visitor with the number that is assigned with their first entry. */
export const toNumberedVisitor = (visitor: VisitorData): object =>
  new NumberedObject({ number: assigned.visitorNumber }, visitor);

const eraseVisitorEntry = (
  data: EntryData<"visitor_created" | "visitor_updated">,
  visitor: VisitorErasure,
): object => (visitor === "kept" ? data : { visitor: eraseVisitorData(data.visitor) });

export const visitorEvents: {
  readonly [N in "visitor_created" | "visitor_updated" | "field_changed"]: EventRules<N>;
} = {
  visitor_created: {
    needs: "new visitor",
    data: ({ visitor }) => ({ visitor: toNumberedVisitor(visitor) }),
    apply: (state, { visitor }) => (state.createVisitor(visitor), null),
    erase: eraseVisitorEntry,
  },
  visitor_updated: {
    needs: "visitor",
    data: ({ visitor }) => ({ visitor: toNumberedVisitor(visitor) }),
    apply: (state, { visitor }) => (state.changeVisitor(visitor), null),
    erase: eraseVisitorEntry,
  },
  field_changed: {
    needs: "visitor",
    data: ({ change }, { id }) => ({
      change: new NumberedObject(
        { visitor: new NumberedObject({ number: assigned.visitorNumber }, { id }) },
        change,
      ),
    }),
    // An event with the visitor or chat precedes it.
    apply: () => null,
    erase: ({ change }, visitor) => ({
      change:
        visitor === "kept" && change.object === "visitor"
          ? change
          : { ...change, value: null, previous: null },
    }),
  },
};
