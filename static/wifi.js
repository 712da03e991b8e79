// The Wi-Fi that phones are to join, as the host has typed it. It is kept in this browser alone, and never sent.
"use strict";
(() => {
  const KEY = "wifi";

  // An object with `name`, `password`, `open`, `hidden` and `letters` (whether all may read the password), or null.
  function load() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  // As phones read it from a QR code. What looks like hexadecimal is not put in quotes: iPhones take them for a part of it.
  function text({ name, password, open, hidden }) {
    const escaped = (value) => value.replace(/[\\;,:"]/g, "\\$&");
    const key = open ? "T:nopass" : "T:WPA";
    return `WIFI:${key};S:${escaped(name)};${open ? "" : `P:${escaped(password)};`}${hidden ? "H:true;" : ""};`;
  }

  // Another page of this browser has changed it.
  function onChange(act) {
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && act());
  }

  const save = (wifi) => localStorage.setItem(KEY, JSON.stringify(wifi));
  const forget = () => localStorage.removeItem(KEY);

  window.wifi = { load, save, forget, text, onChange };
})();
