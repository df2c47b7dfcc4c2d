import type { ArticleSection, SiteImportTarget } from "@parlour/protocol/api";
import { useState } from "react";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import { Select, TextField } from "../../../ui/Field.tsx";
import { t } from "../text.ts";

interface Fields {
  /** Name of an existing section, or "" for a new one with `name`. */
  readonly section: string;
  readonly name: string;
  readonly state: SiteImportTarget["state"];
}
interface Target extends Fields {
  readonly isNew: boolean;
  readonly value: SiteImportTarget;
  /** Target of the plan. It does not follow each key of a new name. */
  readonly query: SiteImportTarget;
  /** What the operator has to enter, or false. */
  readonly missing: string | false;
  readonly change: (change: Partial<Fields>) => void;
}

/** Section and state of imported articles. */
export function useTarget(sections: readonly ArticleSection[]): Target {
  const [fields, setFields] = useState<Fields>({
    section: sections[0]?.name ?? "",
    name: "",
    state: "draft",
  });
  const { section, state } = fields;
  const name = fields.name.trim();
  const isNew = section === "";
  return {
    ...fields,
    isNew,
    value: { section: isNew ? name : section, state },
    query: { section: isNew ? t("articles.section.new") : section, state },
    missing: isNew && name === "" && t("articles.new.section.missing"),
    change: (change) => setFields({ ...fields, ...change }),
  };
}

export function TargetFields({
  sections,
  target: { section, name, state, isNew, change },
}: {
  sections: readonly ArticleSection[];
  target: Target;
}) {
  return (
    <>
      {sections.length > 0 && (
        <Select
          label={t("articles.import.section")}
          value={section}
          options={[
            ...sections.map((one) => ({ value: one.name, label: one.name })),
            { value: "", label: t("articles.section.new") },
          ]}
          onChange={(event) => change({ section: event.target.value })}
        />
      )}
      {isNew && (
        <TextField
          label={t("articles.section.name")}
          value={name}
          maxLength={100}
          dir="auto"
          onChange={(event) => change({ name: event.target.value })}
        />
      )}
      <SegmentedControl
        label={t("articles.import.as")}
        value={state}
        options={(["draft", "published"] as const).map((value) => ({
          value,
          label: t(`articles.import.as.${value}`),
        }))}
        onChange={(value) => change({ state: value })}
      />
    </>
  );
}
