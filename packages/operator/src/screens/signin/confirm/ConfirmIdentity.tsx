import type { ReauthenticationMethods } from "@parlour/protocol/api/people/session";
import { lazy, Suspense, useEffect, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { onReauthenticationRequired } from "../../../state/api/reauthentication.ts";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import { toast } from "../../../ui/dialog/toast.tsx";

const ConfirmDialog = lazy(() =>
  loadChunk(() => import("./ConfirmDialog.tsx")).then((module) => ({
    default: module.ConfirmDialog,
  })),
);

interface PendingConfirmation {
  readonly methods: ReauthenticationMethods;
  readonly resolve: (is: boolean) => void;
}

/**
 * Asks for a password or passkey when the server requires re-authentication (CORE-014). Afterwards
 * the request that required it continues.
 */
export function ConfirmIdentity() {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  useEffect(
    () =>
      onReauthenticationRequired(async () => {
        try {
          const methods = await api.get<ReauthenticationMethods>("/me/confirm");
          return await new Promise<boolean>((answer) => setPending({ methods, resolve: answer }));
        } catch (error) {
          toast(getErrorText(error), { tone: "bad" });
          return false;
        }
      }),
    [],
  );
  if (pending === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        methods={pending.methods}
        onAnswer={(is) => {
          setPending(null);
          pending.resolve(is);
        }}
      />
    </Suspense>
  );
}
