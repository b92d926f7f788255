import type { AstroIntegration } from 'astro'

/** On the dev server, sets up React's fast refresh on each page: @astrojs/react does it for Astro's own islands only. */
export function reactPreamble(): AstroIntegration {
  return {
    name: 'react-preamble',
    hooks: {
      'astro:config:setup': ({ command, injectScript }) => {
        if (command === 'dev') injectScript('page', "import '@vitejs/plugin-react/preamble'")
      },
    },
  }
}
