// A new release of the page: told of, and let in when somebody asks for it.

/**
 * Keeps the page's files for the time without a network, and tells when newer ones are there.
 *
 * @param {ServiceWorkerContainer} serviceWorker
 * @param {{ notify: Function, reload: () => void }} page
 * @throws when the browser keeps no service worker
 */
export async function watchReleases(serviceWorker, { notify, reload }) {
  let registration
  let { controller } = serviceWorker
  const offer = () => notify('release', { text: 'A new version is ready.', action: ['Reload', () => {
    // Another tab may have been quicker.
    if (!registration?.waiting) return reload()
    serviceWorker.addEventListener('controllerchange', reload)
    registration.waiting.postMessage('take over')
  }] })
  serviceWorker.addEventListener('controllerchange', () => {
    // The first is of this page's own release. A later one was let in by some tab, and in this one something may be typed.
    if (controller) offer()
    controller = serviceWorker.controller
  })
  registration = await serviceWorker.register('sw.js', { updateViaCache: 'none' })
  const look = () => registration.waiting && controller && offer()
  look()
  registration.onupdatefound = () => registration.installing.addEventListener('statechange', look)
  return registration
}
