import type { MoveRecord } from "@parlour/protocol/move-in/record";
import { noId, type RecordProblem, type SourcePage } from "../source.ts";
import { checkRecord } from "./check-record.ts";
import { omitEmpty, toObject, type Json } from "./json-values.ts";

/** Collects the records and problems of one page. */
export class PageBuilder {
  readonly records: MoveRecord[] = [];
  readonly problems: RecordProblem[] = [];

  /**
   * Adds a record without its empty fields. A record that has no valid form is a problem. Returns
   * whether it was added.
   */
  add(record: Json & { readonly kind: MoveRecord["kind"] }): boolean {
    const checked = checkRecord(omitEmpty(record));
    if ("record" in checked) this.records.push(checked.record);
    else this.addProblem(record.kind, checked.id, "broken_record", checked.fault);
    return "record" in checked;
  }

  addProblem(kind: RecordProblem["kind"], id: unknown, code: string, detail?: string): void {
    const problem = { kind, id: typeof id === "string" && id !== "" ? id : noId, code };
    this.problems.push(detail === undefined ? problem : { ...problem, detail });
  }

  /** Adds the records of a list. An element that is no object is a problem. */
  addAll(
    list: readonly unknown[],
    kind: MoveRecord["kind"],
    convert: (element: Json) => (Json & { readonly kind: MoveRecord["kind"] }) | null,
  ): this {
    for (const element of list) {
      if (typeof element !== "object" || element === null) {
        this.addProblem(kind, null, "broken_record", "The element of the list is no object.");
        continue;
      }
      const record = convert(toObject(element));
      if (record !== null) this.add(record);
    }
    return this;
  }

  build(next: object | null): SourcePage {
    return {
      records: this.records,
      problems: this.problems,
      next: next === null ? null : JSON.stringify(next),
    };
  }
}
