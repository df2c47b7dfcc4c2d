import type { Operator } from "@parlour/protocol";
import type { ResetLink } from "@parlour/protocol/api";
import { IconDots, IconKey, IconShieldOff, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { readMe, setMe, useMe } from "../../state/session.tsx";
import { orSay } from "../../ui/deed.ts";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { LostScreen } from "../../ui/LostScreen.tsx";
import { bind } from "./bound.tsx";
import { ConfirmDeed } from "./ConfirmDeed.tsx";
import { stale, useOperators } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Group } from "./Group.tsx";
import { Loaded, ShownOnce } from "./parts.tsx";
import { checkPerson, PersonBasics, type PersonValues } from "./PersonBasics.tsx";
import { t } from "./text.ts";
import { useForm, type Form } from "./use-form.ts";

interface Values extends PersonValues {
  chat_limit: string;
}

/**
 * Settings → People → one operator: name, email, role, chat limit, password link, deactivation
 * (CORE-003).
 */
export function PersonPage({ id }: { id: number }) {
  const read = useOperators();
  return (
    <Loaded read={read} title={t("menu.people")} back="people">
      {(people) => {
        const person = people.find((one) => one.id === id);
        return person ? <PersonForm person={person} /> : <LostScreen inside />;
      }}
    </Loaded>
  );
}

function PersonForm({ person }: { person: Operator }) {
  const me = useMe();
  const [asking, setAsking] = useState<"deactivate" | "factors" | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const readOnly = person.managed ? t("page.managed") : person.role === "owner" && me.role !== "owner" ? t("person.owners") : null;
  const form = usePersonForm(person, me);
  const act = (action: string) => {
    if (action === "deactivate" || action === "factors") setAsking(action);
    else if (action === "activate") void orSay(() => activate(person));
    else void orSay(async () => setLink((await api.post<ResetLink>(`/operators/${person.id}/reset`)).reset_url));
  };
  const asked = { person, onClose: () => setAsking(null) };
  return (
    <>
      <FormPage
        title={person.name}
        about={person.active ? t(`people.role.${person.role}`) : t("people.off")}
        back="people"
        form={form}
        readOnly={readOnly}
        tools={readOnly === null && <PersonMenu person={person} me={me} onAction={act} />}
        labels={{ name: t("person.name"), email: t("person.email"), role: t("person.role"), chat_limit: t("person.limit") }}
      >
        {link !== null && <PasswordLink link={link} name={person.name} />}
        <PersonFields {...{ person, me, form, readOnly }} />
      </FormPage>
      <AskDeactivate {...asked} open={asking === "deactivate"} />
      <AskFactors {...asked} open={asking === "factors"} />
    </>
  );
}

async function activate({ id, name }: Operator): Promise<void> {
  await api.patch(`/operators/${id}`, { active: true });
  stale("operators");
  toast(t("person.activated", { name }));
}

function PasswordLink({ link, name }: { link: string; name: string }) {
  return (
    <section className="group">
      <ShownOnce label={t("person.reset")} value={link} hint={t("person.reset.text", { name })} />
    </section>
  );
}

interface AskProps {
  person: Operator;
  open: boolean;
  onClose: () => void;
}

function AskDeactivate({ person: { id, name }, ...asked }: AskProps) {
  const deactivate = async () => {
    await api.delete(`/operators/${id}`);
    stale("operators");
    toast(t("person.deactivated", { name }));
  };
  return (
    <ConfirmDeed title={t("person.deactivate.title", { name })} verb={t("person.deactivate.verb")} danger deed={deactivate} {...asked}>
      <p>{t("person.deactivate.text", { name })}</p>
    </ConfirmDeed>
  );
}

function AskFactors({ person: { id, name }, ...asked }: AskProps) {
  const takeAway = async () => {
    await api.delete(`/operators/${id}/second-factor`);
    toast(t("person.factors.done", { name }));
  };
  return (
    <ConfirmDeed title={t("person.factors.title", { name })} verb={t("person.factors.verb")} danger deed={takeAway} {...asked}>
      <p>{t("person.factors.text", { name })}</p>
    </ConfirmDeed>
  );
}

/** Creates the form for name, email, role and chat limit. */
function usePersonForm(person: Operator, me: Operator): Form<Values> {
  return useForm<Values>({
    saved: { name: person.name, email: person.email, role: person.role, chat_limit: String(person.chat_limit) },
    check: (values) => ({
      ...checkPerson(values),
      ...(!(/^\d{1,4}$/.test(values.chat_limit.trim()) && Number(values.chat_limit) <= 1000) && { chat_limit: t("person.limit.wrong") }),
    }),
    fieldOf: (error) => (error.code === "name_taken" ? "email" : error.code === "last_owner" ? "role" : null),
    save: async (values, changed) => {
      const body = Object.fromEntries(changed.map((key) => [key, key === "chat_limit" ? Number(values[key]) : values[key].trim()]));
      await api.patch<Operator>(`/operators/${person.id}`, body);
      stale("operators");
      if (person.id === me.id) setMe(await readMe());
    },
  });
}

/** Menu with rare actions: password link, removal of second factors, deactivation, reactivation. */
function PersonMenu({ person, me, onAction }: { person: Operator; me: Operator; onAction: (action: string) => void }) {
  return (
    <Menu
      label={t("person.more")}
      className="btn icon quiet"
      onAction={onAction}
      groups={[
        {
          entries: person.active
            ? [
                { id: "reset", icon: IconKey, label: t("person.reset") },
                ...(person.id === me.id ? [] : [{ id: "factors", icon: IconShieldOff, label: t("person.factors") }]),
              ]
            : [{ id: "activate", icon: IconUserCheck, label: t("person.activate") }],
        },
        ...(person.active && person.id !== me.id
          ? [{ entries: [{ id: "deactivate", icon: IconUserOff, label: t("person.deactivate"), danger: true }] }]
          : []),
      ]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
}

interface FieldsProps {
  person: Operator;
  me: Operator;
  form: Form<Values>;
  readOnly: string | null;
}

function PersonFields({ person, me, form, readOnly }: FieldsProps) {
  const fixed = readOnly !== null;
  const limit = { ...bind(form, "chat_limit"), label: t("person.limit"), hint: t("person.limit.hint") };
  return (
    <Group id="g-person" title={t("person.group")}>
      <PersonBasics form={form} me={me} readOnly={fixed} {...(person.id !== me.id && { roleHint: t("person.role.hint") })} />
      <TextField {...limit} inputMode="numeric" maxLength={4} readOnly={fixed} />
    </Group>
  );
}
