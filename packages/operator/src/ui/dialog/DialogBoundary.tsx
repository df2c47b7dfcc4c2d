import { Suspense, type ReactNode } from "react";
import { usePendingPart } from "../keyboard/shortcuts.ts";

interface DialogBoundaryProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Shows a dialog whose code is loaded when it first opens. Until then, keys are not shortcuts of
 * the page, and Escape closes it (CORE-336).
 */
export const DialogBoundary = ({ onClose, children }: DialogBoundaryProps) => (
  <Suspense fallback={<PendingDialog onClose={onClose} />}>{children}</Suspense>
);

function PendingDialog({ onClose }: { readonly onClose: () => void }) {
  usePendingPart(true, onClose);
  return null;
}
