// The time zone of the person, as it is sent to a server.

/**
 * The person's time zone: its name, or else its offset at a moment, such as `+02:00`. A browser that doesn't know its zone by name
 * says `Etc/Unknown`, an offset or nothing.
 */
export function zoneAt(moment) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(timeZone) && timeZone !== 'Etc/Unknown') return timeZone
  const minutes = new Date(moment).getTimezoneOffset()
  return (minutes > 0 ? '-' : '+') + new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)
}
