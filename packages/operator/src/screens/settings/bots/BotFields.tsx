import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { may, useMe } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { FormAddress, FormSelect, FormSwitch, FormText, FormUrl } from "../bound.tsx";
import { ChannelPick } from "../Checks.tsx";
import { Label } from "../FormPage.tsx";
import { Group } from "../Group.tsx";
import type { Form } from "../use-form.ts";
import type { BotValues } from "./bot-form.ts";
import { t } from "./text.ts";

interface PartProps {
  form: Form<BotValues>;
  readOnly: boolean;
  /** The bot already exists. */
  made: boolean;
}

/** Renders name, token, URL, channels, hand-over and authorization of a bot (BOT-003). */
export function BotFields({ tokenShort = false, children, ...part }: PartProps & { tokenShort?: boolean; children?: ReactNode }) {
  const { made: _, ...bound } = part;
  // The token is part of the URL (BOT-012).
  const isLocked = bound.readOnly || !may(useMe(), "addresses");
  const { values, set, faults } = bound.form;
  const channels = { form: bound.form, name: "channels", children: t("bot.channels") } as const;
  return (
    <>
      <Group id="g-bot" title={t("bot.group")}>
        {children}
        <FormText {...bound} name="name" label={t("bot.name")} hint={t("bot.name.hint")} dir="auto" maxLength={100} />
        <FormAddress {...bound} name="endpoint_url" label={t("bot.url")} hint={t("bot.url.hint", { place: "{token}" })} />
        <FormSwitch
          {...bound}
          name="append_token"
          label={t("bot.append_token")}
          hint={t("bot.append_token.hint", { place: "{token}" })}
          readOnly={isLocked}
        />
        <Token {...part} readOnly={isLocked} isShort={tokenShort || (values.token !== "" && values.token.length < 22)} />
        <FormUrl {...bound} name="photo" label={t("bot.photo")} hint={t("bot.photo.hint")} />
      </Group>
      <ChannelPick
        title={<Label {...channels} />}
        channels={values.channels}
        onChange={(next) => set("channels", next)}
        readOnly={isLocked}
        error={faults.channels}
      />
      <HandOver {...bound} />
      <Authorization {...part} />
    </>
  );
}

function Token({ made, isShort, ...bound }: PartProps & { isShort: boolean }) {
  const { form, readOnly } = bound;
  return (
    <>
      <FormText
        {...bound}
        name="token"
        label={t("bot.token")}
        hint={made ? t("bot.token.keep") : t("bot.token.hint")}
        mono
        spellCheck={false}
        maxLength={255}
        {...(made && { placeholder: "••••••••" })}
        {...(!made && !readOnly && { after: <MakeToken onMade={(token) => form.set("token", token)} /> })}
      />
      {isShort && (
        <p className="line4 t13 warning">
          <Icon of={IconAlertTriangle} small />
          {t("bot.token.short")}
        </p>
      )}
    </>
  );
}

/** Generates a token of 24 random bytes, for operators who build the bot themselves. */
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

function HandOver(bound: Omit<PartProps, "made">) {
  return (
    <Group id="g-hand" title={t("bot.handover")}>
      <FormText {...bound} name="invite_wait_s" label={t("bot.invite")} hint={t("bot.invite.hint")} inputMode="numeric" maxLength={3} />
      <FormText {...bound} name="silent_s" label={t("bot.silent")} hint={t("bot.silent.hint")} inputMode="numeric" maxLength={5} />
      <FormSwitch {...bound} name="answers_settle" label={t("bot.answers_settle")} hint={t("bot.answers_settle.hint")} />
      <FormSwitch {...bound} name="sends_chat_closed" label={t("bot.closed")} hint={t("bot.closed.hint")} />
    </Group>
  );
}

function Authorization({ made, ...bound }: PartProps) {
  const { authorized } = bound.form.values;
  const plain = { ...bound, mono: true, spellCheck: false };
  const secret = { label: t("bot.auth.secret"), ...(made && { hint: t("bot.auth.secret.keep") }) };
  return (
    <Group id="g-auth" title={t("bot.auth")}>
      <FormSwitch {...bound} name="authorized" label={t("bot.auth.on")} hint={t("bot.auth.hint")} />
      {authorized && (
        <>
          <FormUrl {...bound} name="token_url" label={t("bot.auth.url")} />
          <FormText {...plain} name="client_id" label={t("bot.auth.id")} maxLength={255} />
          <FormText {...bound} name="client_secret" {...secret} type="password" autoComplete="new-password" maxLength={1024} />
          <FormText {...plain} name="scope" label={t("bot.auth.scope")} hint={t("bot.auth.scope.hint")} maxLength={1024} />
          <FormSelect
            {...bound}
            name="client_auth"
            label={t("bot.auth.how")}
            options={(["basic", "body"] as const).map((value) => ({ value, label: t(`bot.auth.${value}`) }))}
          />
        </>
      )}
    </Group>
  );
}
