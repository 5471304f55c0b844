// @from 18 19
// The time zone of the person, as it is sent to a server.

const zoneName = /^[A-Z][\w+-]*(\/[\w+-]+)*$/

/**
 * The person's time zone: its name, or else its offset at a moment, such as `+02:00`. A browser that doesn't know its zone by name
 * says `Etc/Unknown`, an offset or nothing.
 */
export function zoneAt(moment) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (zoneName.test(timeZone ?? '') && timeZone !== 'Etc/Unknown') return timeZone
  const minutes = -new Date(moment).getTimezoneOffset()
  const twoDigits = (number) => `${Math.floor(number)}`.padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.abs(minutes) / 60)}:${twoDigits(Math.abs(minutes) % 60)}`
}
// @end
