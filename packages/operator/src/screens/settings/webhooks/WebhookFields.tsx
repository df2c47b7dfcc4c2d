import { may, useMe } from "../../../state/session.tsx";
import { FormAddress, FormText } from "../bound.tsx";
import { ChannelPick, Checks } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import type { Form } from "../use-form.ts";
import { t } from "./text.ts";
import { allBlocks, allEvents, type WebhookValues } from "./webhook-form.ts";

/**
 * Renders URL, events, channels and optional blocks of a webhook (WH-001, WH-026). They decide
 * which texts are sent, so some roles cannot change them (CORE-165).
 */
export function WebhookFields({ form, readOnly }: { form: Form<WebhookValues>; readOnly: boolean }) {
  const bound = { form, readOnly };
  const chosen = { form, readOnly: readOnly || !may(useMe(), "addresses") };
  const { values, set, faults } = form;
  const all = (
    <Label form={form} name="channels">
      {t("hook.all")}
    </Label>
  );
  const blocks = { title: t("hook.blocks"), hint: t("hook.blocks.hint") };
  return (
    <>
      <Group id="g-hook" title={t("hook.group")}>
        <FormText {...bound} name="name" label={t("hook.name")} hint={t("hook.name.hint")} maxLength={100} />
        <FormAddress {...bound} name="url" label={t("hook.url")} hint={t("hook.url.hint")} />
        <Words {...chosen} name="events" title={t("hook.events")} words={allEvents} about={(event) => t(`event.${event}`)} />
      </Group>
      <ChannelPick
        title={all}
        channels={values.channels}
        onChange={(channels) => set("channels", channels)}
        readOnly={chosen.readOnly}
        error={faults.channels}
      />
      <section className="group">
        <FormText {...bound} name="rating_wait_s" label={t("hook.rating")} hint={t("hook.rating.hint")} inputMode="numeric" maxLength={3} />
        <Words {...chosen} name="blocks" {...blocks} words={allBlocks} about={(block) => t(`block.${block}`)} />
      </section>
    </>
  );
}

interface WordsProps<N extends "events" | "blocks"> {
  form: Form<WebhookValues>;
  name: N;
  title: string;
  hint?: string;
  words: WebhookValues[N];
  about: (word: WebhookValues[N][number]) => string;
  readOnly: boolean;
}

/** Renders checkboxes for wire names, each with an explanation. */
function Words<N extends "events" | "blocks">({ form, name, title, hint, words, about, readOnly }: WordsProps<N>) {
  const choices = words.map((word: WebhookValues[N][number]) => ({
    value: word,
    label: <code className="mono">{word}</code>,
    hint: about(word),
  }));
  return (
    <Checks
      title={
        <Label form={form} name={name}>
          {title}
        </Label>
      }
      {...(hint !== undefined && { hint })}
      name={name}
      choices={choices}
      chosen={form.values[name]}
      onChange={(chosen) => form.set(name, chosen as WebhookValues[N])}
      readOnly={readOnly}
      error={form.faults[name]}
    />
  );
}
