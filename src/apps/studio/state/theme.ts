/** The theme, light or dark. It is the user's choice, which the browser keeps, or else the system's setting. */
import { computed, effect, signal } from "@preact/signals";

const KEY = "xoff theme";

const system = window.matchMedia("(prefers-color-scheme: dark)");
const isSystemDark = signal(system.matches);
system.addEventListener("change", ({ matches }) => void (isSystemDark.value = matches));

/** A browser that denies storage throws an error. The choice then lasts until the page is closed. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const known = stored();
const chosen = signal<"light" | "dark" | undefined>(known === "light" || known === "dark" ? known : undefined);

export const isDark = computed(() => (chosen.value === undefined ? isSystemDark.value : chosen.value === "dark"));

export function toggleTheme(): void {
  const theme = isDark.value ? "light" : "dark";
  chosen.value = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The page works without storage.
  }
}

effect(() => {
  document.documentElement.dataset["theme"] = isDark.value ? "dark" : "light";
});
