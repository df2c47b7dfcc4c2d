import { useEffect, useState } from "react";

/** Returns an object URL for a blob. Revokes it when the component unmounts or the blob changes. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [created, setCreated] = useState<{ blob: Blob; url: string } | null>(null);
  useEffect(() => {
    if (blob === null) return;
    const url = URL.createObjectURL(blob);
    // The URL is a browser resource, created and revoked with the element.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    setCreated({ blob, url });
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return created !== null && created.blob === blob ? created.url : null;
}
