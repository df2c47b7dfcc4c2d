import { ApiError } from "@parlour/client";
import { IconFlask, IconPlus, IconShieldLock, IconTrash } from "@tabler/icons-react";
import { useRef, useState, type SubmitEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty, Tag } from "../../ui/marks.tsx";
import { toast } from "../../ui/toast.tsx";
import { labAddress } from "../setup/lab-address.ts";
import { useInstance } from "./data.ts";
import { changeAllowed } from "./egress-allow.ts";
import { PageHead } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";

/** Settings → Outgoing addresses: the instance owner's allow list (CORE-123). Adding and taking away act at once; taking away has Undo. */
export function AddressesPage() {
  const read = useInstance();
  return (
    <Loaded read={read} title={t("addresses.title")} about={t("addresses.about")} rows>
      {(instance) => (
        <section className="formpage" aria-label={t("addresses.title")}>
          <PageHead title={t("addresses.title")} about={t("addresses.about")} />
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            <div className="cols one">
              <div className="card">
                <section className="group">
                  <p className="soft">{t("addresses.text")}</p>
                  <p className="line4 t13 soft">
                    <Icon of={IconFlask} small />
                    {t("addresses.lab")}
                  </p>
                  <AddAddress />
                  {!instance.egress_allow.includes(labAddress) && (
                    <p>
                      <Button small icon={IconFlask} onClick={() => void allow(labAddress)}>
                        {t("addresses.allowlab", { address: labAddress })}
                      </Button>
                    </p>
                  )}
                </section>
                <section className="group" aria-labelledby="g-list">
                  <h2 id="g-list">{t("addresses.list")}</h2>
                  {instance.egress_allow.length === 0 ? (
                    <Empty icon={IconShieldLock} title={t("addresses.empty")}>
                      {t("addresses.empty.text")}
                    </Empty>
                  ) : (
                    <ul className="ops" data-readonly>
                      {instance.egress_allow.map((address) => (
                        <li key={address} className="address">
                          <span className="mono grow">{address}</span>
                          <Note address={address} />
                          <Button
                            small
                            variant="quiet"
                            icon={IconTrash}
                            aria-label={`${t("page.remove")}: ${address}`}
                            onClick={() => void remove(address)}
                          />
                        </li>
                      ))}
                    </ul>
                  )}
                </section>
              </div>
            </div>
          </div>
        </section>
      )}
    </Loaded>
  );
}

function Note({ address }: { address: string }) {
  if (address === labAddress)
    return (
      <Tag tone="info" icon={IconFlask}>
        {t("addresses.islab")}
      </Tag>
    );
  return /^(?:127\.|localhost\b|\[?::1\]?)/.test(address) ? <Tag>{t("addresses.local")}</Tag> : null;
}

function AddAddress() {
  const [address, setAddress] = useState("");
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const text = address.trim();
    setFault(text === "" ? t("addresses.missing") : undefined);
    setFailure(null);
    if (text === "") {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await changeAllowed({ add: [text] });
      setAddress("");
      toast(t("addresses.added", { address: text }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setFault(error.message);
      else setFailure(error);
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="addone" onSubmit={(event) => void add(event)} noValidate>
      {failure !== null && <Failure error={failure} />}
      <TextField
        ref={field}
        label={t("addresses.new")}
        name="address"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        error={fault}
        hint={t("addresses.new.hint")}
        mono
        spellCheck={false}
        autoComplete="off"
        maxLength={260}
        placeholder="127.0.0.1:8080"
      />
      <Button type="submit" icon={IconPlus} unavailable={busy}>
        {t("addresses.add")}
      </Button>
    </form>
  );
}

async function allow(address: string): Promise<void> {
  try {
    await changeAllowed({ add: [address] });
    toast(t("addresses.added", { address }));
  } catch (error) {
    toast(wordsOf(error), { tone: "bad" });
  }
}

async function remove(address: string): Promise<void> {
  try {
    await changeAllowed({ remove: [address] });
    toast(t("addresses.removed", { address }), {
      action: {
        label: t("page.undo"),
        run: () => {
          changeAllowed({ add: [address] }).catch((error: unknown) => toast(wordsOf(error), { tone: "bad" }));
        },
      },
    });
  } catch (error) {
    toast(wordsOf(error), { tone: "bad" });
  }
}
