import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Select, Switch, TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ChannelPick } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import type { Form } from "../use-form.ts";
import type { BotValues } from "./bot-form.ts";
import { t } from "./text.ts";

type Text = { [K in keyof BotValues]: BotValues[K] extends string ? K : never }[keyof BotValues];

/** Name, token, address, channels, hand-over and authorization of a bot (BOT-003). `made`: it is there already. */
export function BotFields({
  form,
  made,
  readOnly,
  tokenShort = false,
  children,
}: {
  form: Form<BotValues>;
  made: boolean;
  readOnly: boolean;
  tokenShort?: boolean;
  children?: ReactNode;
}) {
  const { values, set, faults } = form;
  const text = (name: Text, label: string, hint?: string) => ({
    label: (
      <Label form={form} name={name}>
        {label}
      </Label>
    ),
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value as never),
    error: faults[name],
    autoComplete: "off",
    readOnly,
    ...(hint !== undefined && { hint }),
  });
  return (
    <>
      <section className="group" aria-labelledby="g-bot">
        <h2 id="g-bot">{t("bot.group")}</h2>
        {children}
        <TextField {...text("name", t("bot.name"), t("bot.name.hint"))} maxLength={100} />
        <TextField
          {...text("endpoint_url", t("bot.url"), t("bot.url.hint"))}
          type="url"
          inputMode="url"
          mono
          spellCheck={false}
          maxLength={2048}
        />
        <TextField
          {...text("token", t("bot.token"), made ? t("bot.token.keep") : t("bot.token.hint"))}
          mono
          spellCheck={false}
          maxLength={255}
          {...(made && { placeholder: "••••••••" })}
        />
        {(tokenShort || (values.token !== "" && values.token.length < 22)) && (
          <p className="line4 t13 warning">
            <Icon of={IconAlertTriangle} small />
            {t("bot.token.short")}
          </p>
        )}
        <TextField
          {...text("photo", t("bot.photo"), t("bot.photo.hint"))}
          type="url"
          inputMode="url"
          mono
          spellCheck={false}
          maxLength={2048}
        />
      </section>
      <ChannelPick
        title={
          <Label form={form} name="channels">
            {t("bot.channels")}
          </Label>
        }
        channels={values.channels}
        onChange={(channels) => set("channels", channels)}
        readOnly={readOnly}
        error={faults.channels}
      />
      <section className="group" aria-labelledby="g-hand">
        <h2 id="g-hand">{t("bot.handover")}</h2>
        <TextField {...text("invite_wait_s", t("bot.invite"), t("bot.invite.hint"))} inputMode="numeric" maxLength={3} />
        <TextField {...text("silent_s", t("bot.silent"), t("bot.silent.hint"))} inputMode="numeric" maxLength={5} />
        <Switch
          label={
            <Label form={form} name="sends_chat_closed">
              {t("bot.closed")}
            </Label>
          }
          hint={t("bot.closed.hint")}
          name="sends_chat_closed"
          checked={values.sends_chat_closed}
          onChange={(event) => set("sends_chat_closed", event.target.checked)}
          disabled={readOnly}
        />
      </section>
      <section className="group" aria-labelledby="g-auth">
        <h2 id="g-auth">{t("bot.auth")}</h2>
        <Switch
          label={
            <Label form={form} name="authorized">
              {t("bot.auth.on")}
            </Label>
          }
          hint={t("bot.auth.hint")}
          name="authorized"
          checked={values.authorized}
          onChange={(event) => set("authorized", event.target.checked)}
          disabled={readOnly}
        />
        {values.authorized && (
          <>
            <TextField {...text("token_url", t("bot.auth.url"))} type="url" inputMode="url" mono spellCheck={false} maxLength={2048} />
            <TextField {...text("client_id", t("bot.auth.id"))} mono spellCheck={false} maxLength={255} />
            <TextField
              {...text("client_secret", t("bot.auth.secret"), made ? t("bot.auth.secret.keep") : undefined)}
              type="password"
              autoComplete="new-password"
              maxLength={1024}
            />
            <TextField {...text("scope", t("bot.auth.scope"), t("bot.auth.scope.hint"))} mono spellCheck={false} maxLength={1024} />
            <Select
              label={
                <Label form={form} name="client_auth">
                  {t("bot.auth.how")}
                </Label>
              }
              name="client_auth"
              value={values.client_auth}
              onChange={(event) => set("client_auth", event.target.value === "body" ? "body" : "basic")}
              disabled={readOnly}
              options={[
                { value: "basic", label: t("bot.auth.basic") },
                { value: "body", label: t("bot.auth.body") },
              ]}
            />
          </>
        )}
      </section>
    </>
  );
}
