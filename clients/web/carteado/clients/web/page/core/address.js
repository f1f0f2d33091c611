// The page's address names the table, so a link is an invitation: `/#friday` or `/t/friday`.

/** The table that an address names, null for none. */
export function tableInAddress({ pathname = "/", hash = "" }) {
  const named = pathname.startsWith("/t/") ? pathname.slice(3) : hash.replace(/^#/, "");
  const id = named.trim().toLowerCase();
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(id) ? id : null;
}

/** The address that invites to a table. */
export const invitation = ({ protocol, host }, id) => `${protocol}//${host}/#${id}`;
