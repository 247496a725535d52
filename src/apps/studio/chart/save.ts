/** Offers a file to the user as a download. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}

/** Resolution of an exported picture, in pixels for each px of the drawing. */
const FINE = 2;

/** Converts an SVG drawing to a PNG picture. */
export async function pngOf(svg: string): Promise<Blob> {
  const drawing = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    drawing.src = address;
    await drawing.decode();
    const canvas = document.createElement("canvas");
    canvas.width = drawing.naturalWidth * FINE;
    canvas.height = drawing.naturalHeight * FINE;
    canvas.getContext("2d")?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("This browser cannot convert the chart to PNG. Save it as SVG."));
        else resolve(blob);
      });
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
