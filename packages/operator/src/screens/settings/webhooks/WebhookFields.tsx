import { FormUrl } from "../bound.tsx";
import { ChannelPick, Checks } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import type { Form } from "../use-form.ts";
import { t } from "./text.ts";
import { allBlocks, allEvents, type WebhookValues } from "./webhook-form.ts";

/** URL, events, channels and optional parts of a webhook (WH-001, WH-026). */
export function WebhookFields({ form, readOnly }: { form: Form<WebhookValues>; readOnly: boolean }) {
  const { values, set, faults } = form;
  return (
    <>
      <section className="group" aria-labelledby="g-hook">
        <h2 id="g-hook">{t("hook.group")}</h2>
        <FormUrl form={form} readOnly={readOnly} name="url" label={t("hook.url")} hint={t("hook.url.hint")} />
        <Checks
          title={
            <Label form={form} name="events">
              {t("hook.events")}
            </Label>
          }
          name="events"
          choices={allEvents.map((event) => ({ value: event, label: <code className="mono">{event}</code>, hint: t(`event.${event}`) }))}
          chosen={values.events}
          onChange={(events) => set("events", events)}
          readOnly={readOnly}
          error={faults.events}
        />
      </section>
      <ChannelPick
        title={
          <Label form={form} name="channels">
            {t("hook.all")}
          </Label>
        }
        channels={values.channels}
        onChange={(channels) => set("channels", channels)}
        readOnly={readOnly}
        error={faults.channels}
      />
      <section className="group">
        <Checks
          title={
            <Label form={form} name="blocks">
              {t("hook.blocks")}
            </Label>
          }
          hint={t("hook.blocks.hint")}
          name="blocks"
          choices={allBlocks.map((block) => ({ value: block, label: <code className="mono">{block}</code>, hint: t(`block.${block}`) }))}
          chosen={values.blocks}
          onChange={(blocks) => set("blocks", blocks)}
          readOnly={readOnly}
        />
      </section>
    </>
  );
}
