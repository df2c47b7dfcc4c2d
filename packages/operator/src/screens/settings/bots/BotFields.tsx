import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { FormSelect, FormSwitch, FormText, FormUrl } from "../bound.tsx";
import { ChannelPick } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import type { Form } from "../use-form.ts";
import type { BotValues } from "./bot-form.ts";
import { t } from "./text.ts";

/** 24 random bytes, which nobody guesses, for whoever makes the bot himself. */
function MakeToken({ onMade }: { onMade: (token: string) => void }) {
  const make = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    onMade(
      btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_"),
    );
  };
  return (
    <p>
      <Button small onClick={make}>
        {t("bot.token.make")}
      </Button>
    </p>
  );
}

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
  const bound = { form, readOnly };
  return (
    <>
      <section className="group" aria-labelledby="g-bot">
        <h2 id="g-bot">{t("bot.group")}</h2>
        {children}
        <FormText {...bound} name="name" label={t("bot.name")} hint={t("bot.name.hint")} dir="auto" maxLength={100} />
        <FormUrl {...bound} name="endpoint_url" label={t("bot.url")} hint={t("bot.url.hint")} />
        <FormText
          {...bound}
          name="token"
          label={t("bot.token")}
          hint={made ? t("bot.token.keep") : t("bot.token.hint")}
          mono
          spellCheck={false}
          maxLength={255}
          {...(made && { placeholder: "••••••••" })}
          {...(!made && !readOnly && { after: <MakeToken onMade={(token) => set("token", token)} /> })}
        />
        {(tokenShort || (values.token !== "" && values.token.length < 22)) && (
          <p className="line4 t13 warning">
            <Icon of={IconAlertTriangle} small />
            {t("bot.token.short")}
          </p>
        )}
        <FormUrl {...bound} name="photo" label={t("bot.photo")} hint={t("bot.photo.hint")} />
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
        <FormText {...bound} name="invite_wait_s" label={t("bot.invite")} hint={t("bot.invite.hint")} inputMode="numeric" maxLength={3} />
        <FormText {...bound} name="silent_s" label={t("bot.silent")} hint={t("bot.silent.hint")} inputMode="numeric" maxLength={5} />
        <FormSwitch {...bound} name="sends_chat_closed" label={t("bot.closed")} hint={t("bot.closed.hint")} />
      </section>
      <section className="group" aria-labelledby="g-auth">
        <h2 id="g-auth">{t("bot.auth")}</h2>
        <FormSwitch {...bound} name="authorized" label={t("bot.auth.on")} hint={t("bot.auth.hint")} />
        {values.authorized && (
          <>
            <FormUrl {...bound} name="token_url" label={t("bot.auth.url")} />
            <FormText {...bound} name="client_id" label={t("bot.auth.id")} mono spellCheck={false} maxLength={255} />
            <FormText
              {...bound}
              name="client_secret"
              label={t("bot.auth.secret")}
              {...(made && { hint: t("bot.auth.secret.keep") })}
              type="password"
              autoComplete="new-password"
              maxLength={1024}
            />
            <FormText
              {...bound}
              name="scope"
              label={t("bot.auth.scope")}
              hint={t("bot.auth.scope.hint")}
              mono
              spellCheck={false}
              maxLength={1024}
            />
            <FormSelect
              {...bound}
              name="client_auth"
              label={t("bot.auth.how")}
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
