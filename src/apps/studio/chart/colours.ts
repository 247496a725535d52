/**
 * Colours and dash patterns of lines. They equal those of the reports, so a chart looks the same in both. Adjacent
 * colours differ in lightness. The first eight lines also have different dash patterns.
 */

const LIGHT = ["#1b3f8b", "#d9602b", "#0b6e4f", "#b255b8", "#1d1d1f", "#b07c00", "#8c1d40", "#2893b8"];
const DARK = ["#8fb4ff", "#ff9a6b", "#5fd3a5", "#e2a3e6", "#e8e8ea", "#e6bf5a", "#ff8fb3", "#7fd4f2"];
const DASHES = [[], [7, 3], [2, 2], [9, 3, 2, 3], [14, 4], [4, 2, 1, 2], [1, 3], [10, 2, 4, 2]];

export const lineColour = (k: number, isDark: boolean): string => (isDark ? DARK : LIGHT)[k % LIGHT.length];
export const lineDash = (k: number): number[] => DASHES[k % DASHES.length];

/**
 * Colours for the parts of a flow's completion time, in the order of `RunView.partTexts`. The time that the flow needs
 * in any case is grey, and delays have strong colours.
 */
const PARTS = [
  ...["#9aa0a8", "#55585e", "#7b4fc9", "#b255b8", "#1b3f8b", "#c2281d"],
  ...["#8c1d40", "#c98b00", "#f07a4a", "#0b6e4f", "#35a97d", "#2893b8", "#6f7a12", "#5b6c9f"],
];
const PARTS_DARK = [
  ...["#7d838c", "#c3c7ce", "#b99bff", "#e2a3e6", "#8fb4ff", "#ff6b5e"],
  ...["#ff8fb3", "#e6bf5a", "#ffb08a", "#5fd3a5", "#2e9e78", "#7fd4f2", "#c8d46a", "#9fb0e0"],
];
export const partColour = (k: number, isDark: boolean): string => (isDark ? PARTS_DARK : PARTS)[k % PARTS.length];

/** The page's colours for drawings on a canvas, which cannot use style sheets. */
export interface Ink {
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly paper: string;
  /** Background colour of a highlighted element. */
  readonly spot: string;
  /** Colour of the filled part of a switch's box, which shows the backlog. It differs from the colours of all classes. */
  readonly backlog: string;
  readonly isDark: boolean;
}

export function inkOf(isDark: boolean): Ink {
  return isDark
    ? {
        ink: "#e8e8ea",
        soft: "#a9adb5",
        rule: "#33373e",
        paper: "#16181c",
        spot: "#ffd84d77",
        backlog: "#7d8797",
        isDark,
      }
    : {
        ink: "#1d1d1f",
        soft: "#55585e",
        rule: "#dfe2e6",
        paper: "#ffffff",
        spot: "#ffc40088",
        backlog: "#8d97a8",
        isDark,
      };
}

/** Colours of the paused classes 0 to 7 on a light background. They differ in hue and lightness. */
const CLASSES = ["#8c1d40", "#b07c00", "#2893b8", "#c2281d", "#7b4fc9", "#0b6e4f", "#d9602b", "#55585e"];
const CLASSES_DARK = ["#ff8fb3", "#e6bf5a", "#7fd4f2", "#ff6b5e", "#b99bff", "#5fd3a5", "#ff9a6b", "#a9adb5"];
export const classColour = (cls: number, isDark: boolean): string => (isDark ? CLASSES_DARK : CLASSES)[cls & 7];
