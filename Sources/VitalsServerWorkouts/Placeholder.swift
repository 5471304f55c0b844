import Vitals
