/** Hands a file to whoever looks at the page. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}

/** A canvas on paper. */
export async function pngOf(canvas: HTMLCanvasElement, paper: string): Promise<Blob> {
  const whole = document.createElement("canvas");
  whole.width = canvas.width;
  whole.height = canvas.height;
  const pen = whole.getContext("2d");
  if (pen === null) throw new Error("this browser gives no canvas to draw on");
  pen.fillStyle = paper;
  pen.fillRect(0, 0, whole.width, whole.height);
  pen.drawImage(canvas, 0, 0);
  return new Promise((resolve, reject) => {
    whole.toBlob((blob) => {
      if (blob === null) reject(new Error("the chart is too large for a picture"));
      else resolve(blob);
    });
  });
}
