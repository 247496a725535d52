/** Light or dark colours: the user's choice, or else the system's setting. */
import { computed, effect, signal } from "@preact/signals";

const system = window.matchMedia("(prefers-color-scheme: dark)");
const isSystemDark = signal(system.matches);
system.addEventListener("change", ({ matches }) => void (isSystemDark.value = matches));

const chosen = signal<"light" | "dark" | undefined>(undefined);

export const isDark = computed(() => (chosen.value === undefined ? isSystemDark.value : chosen.value === "dark"));

export const toggleTheme = (): void => void (chosen.value = isDark.value ? "light" : "dark");

effect(() => {
  document.documentElement.dataset["theme"] = isDark.value ? "dark" : "light";
});
