// oxlint-disable jsx-a11y/prefer-tag-over-role -- the preview is drawn: an <img> has no pixels of its own.
import type { Operator } from "@parlour/protocol";
import { useId, useLayoutEffect, useRef, useState, type PointerEvent } from "react";
import { api } from "../../state/api/api.ts";
import { setCurrentOperator } from "../../state/session.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { getCrop, dragCrop, initialChoice, maxZoom, type CropChoice } from "./crop.ts";
import { t } from "./photo-text.ts";

/** Side of the uploaded image in pixels. The server scales the image down. */
const uploadSidePx = 512;

/** Crops an image to a square and uploads it as the operator's photo. */
export function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const [choice, setChoice] = useState(initialChoice);
  const { busy, failure, run } = useApiMutation();
  const save = () =>
    void run(async () => {
      const form = new FormData();
      form.append("file", await renderSquare(picture, choice), "photo.jpg");
      setCurrentOperator(await api.put<Operator>("/me/photo", form));
      toast(t("photo.saved"));
      onClose();
    });
  return (
    <Dialog
      title={t("photo.title")}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={t("photo.cancel")}
          onClose={onClose}
          button={t("photo.save")}
          busy={busy}
          onPress={save}
        />
      }
    >
      <div className="crop">
        {failure !== null && <ErrorMessage error={failure} />}
        <CropPreview picture={picture} choice={choice} onChoice={setChoice} />
        <p className="t13 soft">{t("photo.crop")}</p>
        <Slider
          label={t("photo.zoom")}
          value={choice.zoom}
          min={1}
          max={maxZoom}
          onValue={(zoom) => setChoice({ ...choice, zoom })}
        />
        <Slider
          label={t("photo.across")}
          value={choice.across}
          min={0}
          max={1}
          onValue={(across) => setChoice({ ...choice, across })}
        />
        <Slider
          label={t("photo.down")}
          value={choice.down}
          min={0}
          max={1}
          onValue={(down) => setChoice({ ...choice, down })}
        />
      </div>
    </Dialog>
  );
}

interface PreviewProps {
  picture: ImageBitmap;
  choice: CropChoice;
  onChoice: (choice: CropChoice) => void;
}

function CropPreview({ picture, choice, onChoice }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const lastPoint = useRef<{ readonly x: number; readonly y: number } | null>(null);
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, choice);
  }, [picture, choice]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (lastPoint.current === null) return;
    const size = event.currentTarget.clientWidth;
    const delta = {
      x: (event.clientX - lastPoint.current.x) / size,
      y: (event.clientY - lastPoint.current.y) / size,
    };
    lastPoint.current = { x: event.clientX, y: event.clientY };
    onChoice(dragCrop(choice, picture.width, picture.height, delta));
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t("photo.preview")}
      width={uploadSidePx}
      height={uploadSidePx}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        lastPoint.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        lastPoint.current = null;
      }}
    />
  );
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onValue: (value: number) => void;
}
function Slider({ label, value, min, max, onValue }: SliderProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="range"
        type="range"
        {...{ min, max, value }}
        step={(max - min) / 50}
        onChange={(event) => onValue(Number(event.target.value))}
      />
    </div>
  );
}

function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, choice: CropChoice): void {
  const { x, y, side } = getCrop(picture.width, picture.height, choice);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

async function renderSquare(picture: ImageBitmap, choice: CropChoice): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = uploadSidePx;
  canvas.height = uploadSidePx;
  drawCrop(canvas, picture, choice);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be written."))),
      "image/jpeg",
      0.92,
    );
  });
}
